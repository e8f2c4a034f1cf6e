"""Inverse hyperbolic cosine."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import FunctionLandmarks, points

OP = elementary("acosh", "log(x + sqrt(x^2 - 1))")

LANDMARKS = FunctionLandmarks(
    binary64=math.acosh,
    domain=(1.0, math.inf),
    thresholds=points(1.0, 1.25, 1.5, 2.0, 2.0**12, 2.0**28),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=(0, 6),
    integral=False,
)
