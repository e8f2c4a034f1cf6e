"""Natural logarithm of 1 + x, without cancellation near 0."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, FunctionLandmarks, points

OP = elementary("log1p", "the natural logarithm of 1 + x")

LANDMARKS = FunctionLandmarks(
    binary64=math.log1p,
    domain=(-1.0, math.inf),
    thresholds=thresholds.by_format(
        narrow=points(0.5, 1.0, 2.0, 2.0**-24, 2.0**24, 0.41421356, 0.29289321),
        wide=points(0.5, 1.0, 2.0, 2.0**-53, 2.0**53, 0.41421356, 0.29289321),
    ),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
