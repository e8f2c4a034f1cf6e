"""Arc tangent."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("atan", "the angle in [-pi/2, pi/2] whose tangent is x")

LANDMARKS = FunctionLandmarks(
    binary64=math.atan,
    domain=REAL_LINE,
    thresholds=points(
        1.0, 7 / 16, 11 / 16, 19 / 16, 39 / 16, math.sqrt(2) - 1, math.sqrt(2) + 1, 2.0**26
    ),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
