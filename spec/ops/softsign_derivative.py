"""Derivative of softsign."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("softsign_derivative", "1 / (1 + abs(x))^2")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: 1 / ((1 + abs(x)) * (1 + abs(x))),
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(1.0, 0.5, 2.0**-25, 2.0**12, 2.0**75),
        wide=points(1.0, 0.5, 2.0**-54, 2.0**27, 2.0**537),
    ),
    period=None,
    repeats=None,
    poles=False,
    exact="rational results",
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
