"""Whether an element is an infinity of either sign (clause G9)."""

from samebits.spec.families.kinds_of_numbers import INFINITY, MAGNITUDE, question
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = question(
    "isinf",
    "whether x is an infinity",
    *MAGNITUDE,
    INFINITY,
    last=node("y", "eq", "magnitude", "infinity", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
