"""Division."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic("div", "a / b, rounded once", ("a", "b"), drawn_at_smoke=True)

LANDMARKS = ArithmeticLandmarks(traps="quotients", extreme=None)
