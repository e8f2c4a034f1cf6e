"""Logarithm of a sum of exponentials."""

import numpy as np

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import PairLandmarks

OP = elementary("logaddexp", "log(e^x + e^y)", operands=("x", "y"))

LANDMARKS = PairLandmarks(
    binary64=np.logaddexp, signed=False, groups="logarithms of sums", alike=True
)
