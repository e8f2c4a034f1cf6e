"""Power (IEEE 754 pow)."""

import numpy as np

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import PairLandmarks

OP = elementary("pow", "x to the power y", operands=("x", "y"))

LANDMARKS = PairLandmarks(binary64=np.power, signed=False, groups="powers", alike=False)
