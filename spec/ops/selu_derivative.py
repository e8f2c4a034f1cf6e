"""Derivative of the scaled exponential linear unit."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("selu_derivative", "scale * (1 if x > 0, else a * e^x)")

SCALE, A = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717


LANDMARKS = FunctionLandmarks(
    binary64=lambda x: SCALE * (1 if x > 0 else A * math.exp(x)),
    domain=REAL_LINE,
    thresholds=thresholds.kink,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
