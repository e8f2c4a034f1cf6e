"""Cube root."""

import math

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("cbrt", "the real cube root of x")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: math.copysign(abs(x) ** (1 / 3), x),
    domain=REAL_LINE,
    thresholds=points(1.0, 2.0, 4.0, 8.0, 2.0**-126, 2.0**-149),
    period=None,
    repeats=None,
    poles=False,
    exact="cubes",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
