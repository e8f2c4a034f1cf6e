"""Decimal logarithm."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, FunctionLandmarks

OP = elementary("log10", "the logarithm of x to base 10")

LANDMARKS = FunctionLandmarks(
    binary64=math.log10,
    domain=(0.0, math.inf),
    thresholds=thresholds.logarithm,
    period=None,
    repeats=None,
    poles=False,
    exact="powers of ten",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
