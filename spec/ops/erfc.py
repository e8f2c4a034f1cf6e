"""Complementary error function."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("erfc", "1 - erf x")

LANDMARKS = FunctionLandmarks(
    binary64=math.erfc,
    domain=REAL_LINE,
    thresholds=points(0.5, 0.46875, 0.84375, 1.25, 2.857142857, 3.0, 4.0, 6.0, 0.75, 1.0, 2.0),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
