"""Derivative of the hyperbolic tangent."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("tanh_derivative", "1 / cosh(x)^2")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 4 * binary64.sigmoid(2 * x) * binary64.sigmoid(-2 * x),
    domain=REAL_LINE,
    thresholds=thresholds.hyperbolic_tangent,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
