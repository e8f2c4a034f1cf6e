"""Arc cosine."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import FunctionLandmarks, points

OP = elementary("acos", "the angle in [0, pi] whose cosine is x")

LANDMARKS = FunctionLandmarks(
    binary64=math.acos,
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
