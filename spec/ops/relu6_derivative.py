"""Derivative of the rectified linear unit with a maximum of 6."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("relu6_derivative", "1 if 0 < x < 6, else +0")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 1.0 if 0 < x < 6 else 0.0,
    domain=REAL_LINE,
    thresholds=points(6.0, 2.0**-20, 3.0),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
