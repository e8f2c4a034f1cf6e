"""Reciprocal: the division 1 / x."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("reciprocal", "1 / x")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 1 / x,
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(1.0, 2.0, 2.0**126, 2.0**127, 2.0**-127, 2.0**-128),
        wide=points(1.0, 2.0, 2.0**1022, 2.0**1023, 2.0**-1023, 2.0**-1024),
    ),
    period=None,
    repeats=None,
    poles=False,
    exact="reciprocals",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
