"""Derivative of the leaky rectified linear unit."""

from samebits.spec.families.math_functions import elementary, real
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary(
    "leaky_relu_derivative",
    "1 if x > 0, else negative_slope",
    attributes=(real("negative_slope", "slope of the branch x <= 0", 0.01),),
)

LANDMARKS = FunctionLandmarks(
    binary64=lambda x, slope: 1.0 if x > 0 else slope,
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
