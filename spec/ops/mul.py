"""Multiplication."""

from samebits.spec.arithmetic import arithmetic
from samebits.spec.landmarks import ArithmeticLandmarks

OP = arithmetic("mul", "a * b, rounded once", ("a", "b"), integers=True)

LANDMARKS = ArithmeticLandmarks(traps="products", extreme=None)
