"""Exponential of base ten."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("exp10", "10 to the power x")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 10.0**x,
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(1.0, math.log10(2), 37.0, 38.0, 44.0, 45.0),
        wide=points(1.0, math.log10(2), 307.0, 308.0, 323.0, 324.0),
    ),
    period=math.log10(2),
    repeats=None,
    poles=False,
    exact=(-50, 40),
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
