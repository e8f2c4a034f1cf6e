"""Softsign: x / (1 + |x|)."""

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("softsign", "x / (1 + abs(x))")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x / (1 + abs(x)),
    domain=REAL_LINE,
    thresholds=thresholds.by_format(
        narrow=points(1.0, 0.5, 2.0**-24, 2.0**24),
        wide=points(1.0, 0.5, 2.0**-53, 2.0**53),
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
