"""Gradient of one operand of maximum (clause G9); each of two equal operands gets half of it."""

from samebits.spec.families.elementwise_graphs import extreme_gradient
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = extreme_gradient("maximum_gradient", "lt")

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=True)
