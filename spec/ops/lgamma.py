"""Logarithm of the magnitude of the gamma function."""

import math

from samebits.spec import thresholds
from samebits.spec.elementary import elementary
from samebits.spec.landmarks import REAL_LINE, FunctionLandmarks

OP = elementary("lgamma", "log(abs(Gamma(x)))")

LANDMARKS = FunctionLandmarks(
    binary64=math.lgamma,
    domain=REAL_LINE,
    thresholds=thresholds.gamma,
    period=None,
    repeats=None,
    poles=True,
    exact=(-40, 60),
    halves=False,
    leaves=False,
    everyday=(-8, 8),
    integral=False,
)
