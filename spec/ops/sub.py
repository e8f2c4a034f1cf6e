"""Subtraction."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic("sub", "a - b, rounded once", ("a", "b"), integers=True)

LANDMARKS = ArithmeticLandmarks(traps="differences", extreme=None)
