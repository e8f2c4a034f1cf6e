"""Scaled exponential linear unit; its constants are exactly the decimals of S4."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("selu", "scale * (x if x > 0, else a * (e^x - 1))")

SCALE, A = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717


LANDMARKS = FunctionLandmarks(
    binary64=lambda x: SCALE * (x if x > 0 else A * math.expm1(x)),
    domain=REAL_LINE,
    thresholds=thresholds.kink,
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
