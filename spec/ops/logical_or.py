"""Whether at least one operand is true (clause G9), as a >= not b, since true is above false."""

from samebits.spec.families.logic import logical
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = logical(
    "logical_or",
    "whether a or b is true, or both",
    ("a", "b"),
    node("opposite", "logical_not", "b", to="bool"),
    node("y", "ge", "a", "opposite", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
