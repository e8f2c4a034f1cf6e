"""Power (IEEE 754 pow)."""

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import PairLandmarks

OP = elementary("pow", "x to the power y", operands=("x", "y"))

LANDMARKS = PairLandmarks(groups="powers", alike=False)
