"""Length of a vector of two components (IEEE 754 hypot)."""

import numpy as np

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import PairLandmarks

OP = elementary("hypot", "sqrt(x^2 + y^2)", operands=("x", "y"))

LANDMARKS = PairLandmarks(binary64=np.hypot, signed=True, groups="lengths", alike=True)
