"""Logarithm of a sum of exponentials."""

import numpy as np

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import PairLandmarks

OP = elementary("logaddexp", "log(e^x + e^y)", operands=("x", "y"))

LANDMARKS = PairLandmarks(
    binary64=np.logaddexp, signed=False, groups="logarithms of sums", alike=True
)
