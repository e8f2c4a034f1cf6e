"""Leaky rectified linear unit."""

from samebits.spec.families.math_functions import elementary, real
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary(
    "leaky_relu",
    "x if x > 0, else negative_slope * x",
    attributes=(real("negative_slope", "slope of the branch x <= 0", 0.01),),
)

LANDMARKS = FunctionLandmarks(
    binary64=lambda x, slope: x if x > 0 else slope * x,
    domain=REAL_LINE,
    thresholds=thresholds.kink,
    period=None,
    repeats=None,
    poles=False,
    exact="rational results",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
