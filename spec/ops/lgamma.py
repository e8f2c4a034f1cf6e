"""Logarithm of the magnitude of the gamma function."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import REAL_LINE, FunctionLandmarks

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
