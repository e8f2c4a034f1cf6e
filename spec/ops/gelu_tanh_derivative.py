"""Derivative of GELU in its tanh approximation."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary(
    "gelu_tanh_derivative",
    "(1 + t)/2 + x/2 * (1 - t^2) * u' with u = sqrt(2/pi) * (x + 0.044715 x^3) and t = tanh(u)",
)

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: binary64.gated_slope(
        binary64.sigmoid(binary64.tanh_gate(x)),
        binary64.sigmoid(-binary64.tanh_gate(x)),
        binary64.tanh_gate_slope(x),
        x,
    ),
    domain=REAL_LINE,
    thresholds=points(0.7524614, 1.4142, 1.0, 2.0**-12),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
