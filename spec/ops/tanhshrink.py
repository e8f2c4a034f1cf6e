"""Tanhshrink: x - tanh(x)."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("tanhshrink", "x - tanh x")


def _tanhshrink(x: float) -> float:
    return x - math.tanh(x) if abs(x) > 0.01 else x * x * x / 3 * (1 - 0.4 * x * x)


LANDMARKS = FunctionLandmarks(
    binary64=_tanhshrink,
    domain=REAL_LINE,
    thresholds=thresholds.hyperbolic_tangent,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
