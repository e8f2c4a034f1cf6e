"""Derivative of SiLU."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("silu_derivative", "s + x * s * (1 - s) with s = sigmoid(x)")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: binary64.gated_slope(binary64.sigmoid(x), binary64.sigmoid(-x), 1.0, x),
    domain=REAL_LINE,
    thresholds=points(1.2784645427610738, 2.3993572805154, 1.0, 2.0**-12),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
