"""Whether an operand is false (clause G9)."""

from samebits.spec.families.logic import logical
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks
from samebits.spec.language.scalars import literal

OP = logical(
    "logical_not",
    "whether a is false",
    ("a",),
    Number("false", literal(0.0), to="bool"),
    node("y", "eq", "a", "false", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
