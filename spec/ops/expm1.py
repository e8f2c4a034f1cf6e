"""Natural exponential minus one, without cancellation near 0."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("expm1", "e to the power x, minus 1")

LANDMARKS = FunctionLandmarks(
    binary64=math.expm1,
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(math.log(2), math.log(2) / 2, 0.25, 1.0, 17.0, 18.0, 2.0**-24),
        wide=points(math.log(2), math.log(2) / 2, 0.25, 1.0, 37.0, 38.0, 2.0**-53),
    ),
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
