"""Inverse of the error function."""

import math
import statistics

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import FunctionLandmarks, points

OP = elementary("erfinv", "the y with erf y = x")


def _erfinv(x: float) -> float:
    if abs(x) < 1e-4:
        return math.sqrt(math.pi) / 2 * x * (1 + math.pi / 12 * x * x)
    return statistics.NormalDist().inv_cdf((1 + x) / 2) / math.sqrt(2)


LANDMARKS = FunctionLandmarks(
    binary64=_erfinv,
    domain=(-1.0, 1.0),
    thresholds=points(0.5, 0.75, 0.9375, 1.0, 0.99, 0.425, 0.85),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=(-13, -1),
    integral=False,
)
