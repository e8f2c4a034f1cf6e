"""Hard swish: x times the piecewise linear sigmoid."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("hardswish", "x * min(max(x + 3, 0), 6) / 6")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x * binary64.hard_gate(x),
    domain=REAL_LINE,
    thresholds=points(3.0, 1.5, 6.0, 2.0**-20, 1.0),
    period=None,
    repeats=None,
    poles=False,
    exact="rational results",
    halves=True,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
