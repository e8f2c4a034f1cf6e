"""Hyperbolic tangent."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("tanh", "(e^(2x) - 1) / (e^(2x) + 1)", drawn_at_smoke=True)

LANDMARKS = FunctionLandmarks(
    binary64=math.tanh,
    domain=REAL_LINE,
    thresholds=thresholds.hyperbolic_tangent,
    period=math.log(2) / 2,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
