"""Softplus: log(1 + e^x) for every x, without a threshold above which it is x."""

import math

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("softplus", "log(1 + e^x)")

LANDMARKS = FunctionLandmarks(
    binary64=binary64.softplus,
    domain=REAL_LINE,
    thresholds=thresholds.logistic,
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
