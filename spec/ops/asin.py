"""Arc sine."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import FunctionLandmarks, points

OP = elementary("asin", "the angle in [-pi/2, pi/2] whose sine is x")

LANDMARKS = FunctionLandmarks(
    binary64=math.asin,
    domain=(-1.0, 1.0),
    thresholds=points(1.0, 0.5, thresholds.ROOT_HALF, 0.975, 0.625),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=(-13, -1),
    integral=False,
)
