"""Square: the multiplication x * x."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("square", "x * x")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x * x,
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(1.0, thresholds.ROOT_HALF, math.sqrt(2), 2.0**-63, 2.0**-75, 2.0**64),
        wide=points(1.0, thresholds.ROOT_HALF, math.sqrt(2), 2.0**-511, 2.0**-537, 2.0**512),
    ),
    period=None,
    repeats=None,
    poles=False,
    exact="squares",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
