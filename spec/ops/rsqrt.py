"""Reciprocal square root (IEEE 754 rSqrt)."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, FunctionLandmarks

OP = elementary("rsqrt", "1 / sqrt(x)")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 1 / math.sqrt(x),
    domain=(0.0, math.inf),
    thresholds=thresholds.roots,
    period=None,
    repeats=None,
    poles=False,
    exact="roots of powers of four",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
