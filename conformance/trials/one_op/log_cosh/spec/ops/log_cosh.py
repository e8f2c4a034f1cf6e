"""Logarithm of the hyperbolic cosine."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("log_cosh", "log((e^x + e^-x) / 2)")


def _log_cosh(x: float) -> float:
    m = abs(x)
    if m < 1:
        return math.log1p(2 * math.sinh(m / 2) ** 2)
    return m + math.log1p(math.exp(-2 * m)) - math.log(2)


LANDMARKS = FunctionLandmarks(
    binary64=_log_cosh,
    domain=REAL_LINE,
    thresholds=points(1.0, 0.5, 9.0, 22.0, 2.0**-12, math.log(2) / 2),
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
