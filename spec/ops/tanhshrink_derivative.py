"""Derivative of tanhshrink."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("tanhshrink_derivative", "tanh(x)^2")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: math.tanh(x) * math.tanh(x),
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
