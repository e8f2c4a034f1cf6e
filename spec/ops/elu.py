"""Exponential linear unit."""

import math

from samebits.spec.families.math_functions import elementary, real
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary(
    "elu",
    "x if x > 0, else alpha * (e^x - 1)",
    attributes=(real("alpha", "scale of the branch x <= 0", 1.0),),
)

LANDMARKS = FunctionLandmarks(
    binary64=lambda x, a: x if x > 0 else a * math.expm1(x),
    domain=REAL_LINE,
    thresholds=thresholds.kink,
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
