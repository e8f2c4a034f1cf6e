"""Derivative of hard swish."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("hardswish_derivative", "+0 if x <= -3, 1 if x >= 3, else (2x + 3) / 6")


def _hardswish_slope(x: float) -> float:
    return 0.0 if x <= -3 else 1.0 if x >= 3 else (2 * x + 3) / 6


LANDMARKS = FunctionLandmarks(
    binary64=_hardswish_slope,
    domain=REAL_LINE,
    thresholds=points(3.0, 1.5, 6.0, 2.0**-20, 1.0),
    period=None,
    repeats=None,
    poles=False,
    exact="rational results",
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
