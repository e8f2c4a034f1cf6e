"""Multiplication."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic("mul", "a * b, rounded once", ("a", "b"), integers=True)

LANDMARKS = ArithmeticLandmarks(traps="products", extreme=None)
