"""Hyperbolic cosine."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("cosh", "(e^x + e^-x) / 2")

LANDMARKS = FunctionLandmarks(
    binary64=math.cosh,
    domain=REAL_LINE,
    thresholds=points(1.0, 0.5, 9.0, 22.0, 2.0**-12, math.log(2) / 2),
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
