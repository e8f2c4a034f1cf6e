"""Inverse hyperbolic tangent."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import FunctionLandmarks, points

OP = elementary("atanh", "log((1 + x) / (1 - x)) / 2")

LANDMARKS = FunctionLandmarks(
    binary64=math.atanh,
    domain=(-1.0, 1.0),
    thresholds=points(0.5, 1.0, 2.0**-12, 1 / 3),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=(-13, -1),
    integral=False,
)
