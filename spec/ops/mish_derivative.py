"""Derivative of Mish."""

import math

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("mish_derivative", "t + x * (1 - t^2) * sigmoid(x) with t = tanh(log(1 + e^x))")


def _mish_slope(x: float) -> float:
    t = math.tanh(binary64.softplus(x))
    return t + x * (1 - t * t) * binary64.sigmoid(x)


LANDMARKS = FunctionLandmarks(
    binary64=_mish_slope,
    domain=REAL_LINE,
    thresholds=points(1.1924312, 2.2564, 1.0, 2.0**-12),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
