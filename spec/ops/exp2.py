"""Exponential of base two."""

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("exp2", "2 to the power x")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 2.0**x,
    domain=REAL_LINE,
    thresholds=points(1.0, 0.5, 2.0**-25, 126.0, 127.0, 149.0, 150.0),
    period=1.0,
    repeats=None,
    poles=False,
    exact="integers where 2^x is a number",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
