"""Whether an element is NaN (clause G9)."""

from samebits.spec.graph import node
from samebits.spec.kinds_of_numbers import question
from samebits.spec.landmarks import ElementwiseLandmarks

OP = question("isnan", "whether x is NaN", last=node("y", "ne", "x", "x", to="output"))

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
