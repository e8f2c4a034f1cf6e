"""Mish: x tanh(log(1 + e^x))."""

import math

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("mish", "x * tanh(log(1 + e^x))")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x * math.tanh(binary64.softplus(x)),
    domain=REAL_LINE,
    thresholds=points(1.1924312, 1.0, 0.6, 2.0**-12, 20.0),
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
