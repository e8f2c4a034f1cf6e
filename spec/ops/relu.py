"""Rectified linear unit: maximum(x, +0) of clause S3."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("relu", "the larger of x and +0")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: max(x, 0.0),
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
