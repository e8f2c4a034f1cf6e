"""Whether an element is neither an infinity nor NaN (clause G9)."""

from samebits.spec.families.kinds_of_numbers import INFINITY, MAGNITUDE, question
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = question(
    "isfinite",
    "whether x is a finite number",
    *MAGNITUDE,
    INFINITY,
    last=node("y", "lt", "magnitude", "infinity", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
