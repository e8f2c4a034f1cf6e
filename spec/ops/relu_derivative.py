"""Derivative of the rectified linear unit."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("relu_derivative", "1 if x > 0, else +0")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 1.0 if x > 0 else 0.0,
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
