"""A matrix with ones on its diagonal (clause G15)."""

from samebits.spec.families.filled import count_of, diagonal, filling, made_of
from samebits.spec.formats import FORMATS
from samebits.spec.language.graph import node
from samebits.spec.language.taps import Positions

OP = filling(
    "eye",
    "1 on the main diagonal, 0 elsewhere",
    diagonal,
    (count_of("n", "how many rows"), count_of("m", "how many columns")),
    made_of(
        Positions("rows", "[n, 1]"),
        Positions("columns", "[1, m]"),
        node("same", "eq", "rows", "columns", to="bool"),
        node("y", "cast", "same", to="output"),
    ),
    formats=("f32", *(name for name in FORMATS if name != "f32")),
)
