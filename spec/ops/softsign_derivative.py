"""Derivative of softsign."""

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("softsign_derivative", "1 / (1 + abs(x))^2")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 1 / ((1 + abs(x)) * (1 + abs(x))),
    domain=REAL_LINE,
    thresholds=points(1.0, 0.5, 2.0**-25, 2.0**12, 2.0**75),
    period=None,
    repeats=None,
    poles=False,
    exact="rational results",
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
