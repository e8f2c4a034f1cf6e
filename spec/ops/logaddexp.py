"""Logarithm of a sum of exponentials."""

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import PairLandmarks

OP = elementary("logaddexp", "log(e^x + e^y)", operands=("x", "y"))

LANDMARKS = PairLandmarks(groups="logarithms of sums", alike=True)
