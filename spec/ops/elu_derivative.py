"""Derivative of the exponential linear unit."""

import math

from samebits.spec.families.math_functions import elementary, real
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary(
    "elu_derivative",
    "1 if x > 0, else alpha * e^x",
    attributes=(real("alpha", "scale of the branch x <= 0", 1.0),),
)

LANDMARKS = FunctionLandmarks(
    binary64=lambda x, a: 1.0 if x > 0 else a * math.exp(x),
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
