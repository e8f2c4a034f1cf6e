"""Addition."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic("add", "a + b, rounded once", ("a", "b"), drawn_at_smoke=True, integers=True)

LANDMARKS = ArithmeticLandmarks(traps="sums", extreme=None)
