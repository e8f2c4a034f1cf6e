"""Cosine of radians; arguments of every size are reduced with the true pi."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import REAL_LINE, FunctionLandmarks

OP = elementary("cos", "cos x, x in radians")

LANDMARKS = FunctionLandmarks(
    binary64=math.cos,
    domain=REAL_LINE,
    thresholds=thresholds.radians,
    period=math.pi / 4,
    repeats="radians",
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=(-8, 12),
    integral=False,
)
