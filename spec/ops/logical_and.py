"""Whether both operands are true (clause G9), as a > not b, because true is above false."""

from samebits.spec.families.logic import logical
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = logical(
    "logical_and",
    "whether a and b are true",
    ("a", "b"),
    node("opposite", "logical_not", "b", to="bool"),
    node("y", "gt", "a", "opposite", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
