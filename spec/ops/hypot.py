"""Length of a vector of two components (IEEE 754 hypot)."""

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import PairLandmarks

OP = elementary("hypot", "sqrt(x^2 + y^2)", operands=("x", "y"))

LANDMARKS = PairLandmarks(groups="lengths", alike=True)
