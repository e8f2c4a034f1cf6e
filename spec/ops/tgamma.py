"""Gamma function."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import REAL_LINE, FunctionLandmarks

OP = elementary("tgamma", "Gamma(x)")

LANDMARKS = FunctionLandmarks(
    binary64=math.gamma,
    domain=REAL_LINE,
    thresholds=thresholds.gamma,
    period=None,
    repeats=None,
    poles=True,
    exact=(-50, 50),
    halves=False,
    leaves=False,
    everyday=(-8, 5),
    integral=False,
)
