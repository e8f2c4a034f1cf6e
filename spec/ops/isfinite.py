"""Whether an element is neither an infinity nor NaN (clause G9)."""

from samebits.spec.graph import node
from samebits.spec.kinds_of_numbers import INFINITY, MAGNITUDE, question
from samebits.spec.landmarks import ElementwiseLandmarks

OP = question(
    "isfinite",
    "whether x is a finite number",
    *MAGNITUDE,
    INFINITY,
    last=node("y", "lt", "magnitude", "infinity", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
