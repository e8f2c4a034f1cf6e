"""Natural logarithm."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, FunctionLandmarks

OP = elementary("log", "the natural logarithm of x", drawn_at_smoke=True)

LANDMARKS = FunctionLandmarks(
    binary64=math.log,
    domain=(0.0, math.inf),
    thresholds=thresholds.logarithm,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
