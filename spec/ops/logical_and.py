"""Whether both operands are true (clause G9): true is above false, so a is above not b."""

from samebits.spec.graph import node
from samebits.spec.landmarks import ElementwiseLandmarks
from samebits.spec.logic import logical

OP = logical(
    "logical_and",
    "whether a and b are true",
    ("a", "b"),
    node("opposite", "logical_not", "b", to="bool"),
    node("y", "gt", "a", "opposite", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
