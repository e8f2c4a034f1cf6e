"""GELU in its tanh approximation; the constant 0.044715 is exactly this decimal number."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("gelu_tanh", "x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x * binary64.sigmoid(binary64.tanh_gate(x)),
    domain=REAL_LINE,
    thresholds=points(0.7524614, 1.0, 2.0**-12, 5.0),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=True,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
