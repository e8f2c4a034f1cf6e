"""Whether an element is NaN (clause G9)."""

from samebits.spec.families.kinds_of_numbers import question
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = question("isnan", "whether x is NaN", last=node("y", "ne", "x", "x", to="output"))

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
