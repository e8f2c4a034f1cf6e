"""Cube root."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("cbrt", "the real cube root of x")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: math.copysign(abs(x) ** (1 / 3), x),
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(1.0, 2.0, 4.0, 8.0, 2.0**-126, 2.0**-149),
        wide=points(1.0, 2.0, 4.0, 8.0, 2.0**-1022, 2.0**-1074),
    ),
    period=None,
    repeats=None,
    poles=False,
    exact="cubes",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
