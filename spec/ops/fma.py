"""Fused multiply-add: a * b + c with a single rounding."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic("fma", "a * b + c, rounded once", ("a", "b", "c"), drawn_at_smoke=True)

LANDMARKS = ArithmeticLandmarks(traps="fused products", extreme=None)
