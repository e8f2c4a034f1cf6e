"""Derivative of the continuously differentiable exponential linear unit."""

import math

from samebits.spec.families.math_functions import elementary, real
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary(
    "celu_derivative",
    "1 if x > 0, else e^(x/alpha)",
    attributes=(real("alpha", "scale of the branch x <= 0", 1.0, nonzero=True),),
)

LANDMARKS = FunctionLandmarks(
    binary64=lambda x, a: 1.0 if x > 0 else math.exp(x / a),
    domain=REAL_LINE,
    thresholds=thresholds.kink,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
