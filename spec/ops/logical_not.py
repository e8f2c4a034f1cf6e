"""Whether an operand is false (clause G9)."""

from samebits.spec.graph import Number, node
from samebits.spec.landmarks import ElementwiseLandmarks
from samebits.spec.logic import logical
from samebits.spec.scalars import literal

OP = logical(
    "logical_not",
    "whether a is false",
    ("a",),
    Number("false", literal(0.0), to="bool"),
    node("y", "eq", "a", "false", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
