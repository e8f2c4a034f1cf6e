"""GELU in its sigmoid approximation; the constant 1.702 is exactly this decimal number."""

import math

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("quick_gelu", "x / (1 + e^(-1.702 x))")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x * binary64.sigmoid(1.702 * x),
    domain=REAL_LINE,
    thresholds=points(0.7511542, 1.0, 2.0**-12),
    period=math.log(2) / 1.702,
    repeats=None,
    poles=False,
    exact=None,
    halves=True,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
