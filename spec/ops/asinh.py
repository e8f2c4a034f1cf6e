"""Inverse hyperbolic sine."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("asinh", "log(x + sqrt(x^2 + 1))")

LANDMARKS = FunctionLandmarks(
    binary64=math.asinh,
    domain=REAL_LINE,
    thresholds=points(0.5, 1.0, 2.0, 2.0**12, 2.0**-12, 2.0**28),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
