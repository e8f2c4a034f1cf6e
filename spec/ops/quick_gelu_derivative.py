"""Derivative of GELU in its sigmoid approximation."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("quick_gelu_derivative", "s + 1.702 x * s * (1 - s) with s = sigmoid(1.702 x)")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: binary64.gated_slope(
        binary64.sigmoid(1.702 * x), binary64.sigmoid(-1.702 * x), 1.702, x
    ),
    domain=REAL_LINE,
    thresholds=points(0.7511542, 1.4097, 1.0),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
