"""Subtraction."""

from samebits.spec.arithmetic import arithmetic
from samebits.spec.landmarks import ArithmeticLandmarks

OP = arithmetic("sub", "a - b, rounded once", ("a", "b"), integers=True)

LANDMARKS = ArithmeticLandmarks(traps="differences", extreme=None)
