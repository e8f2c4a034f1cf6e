"""Derivative of the piecewise linear sigmoid."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("hardsigmoid_derivative", "1/6 if -3 < x < 3, else +0")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 1 / 6 if -3 < x < 3 else 0.0,
    domain=REAL_LINE,
    thresholds=points(3.0, 1.5, 6.0, 2.0**-20, 1.0),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
