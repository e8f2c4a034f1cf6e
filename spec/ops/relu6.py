"""Rectified linear unit with a maximum of 6: a clamp of clause S3."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("relu6", "min(max(x, +0), 6)")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: min(max(x, 0.0), 6.0),
    domain=REAL_LINE,
    thresholds=points(6.0, 2.0**-20, 3.0),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
