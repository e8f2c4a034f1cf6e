"""Exponential of base two."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("exp2", "2 to the power x")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 2.0**x,
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(1.0, 0.5, 2.0**-25, 126.0, 127.0, 149.0, 150.0),
        wide=points(1.0, 0.5, 2.0**-54, 1022.0, 1023.0, 1074.0, 1075.0),
    ),
    period=1.0,
    repeats=None,
    poles=False,
    exact="integers where 2^x is a number",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
