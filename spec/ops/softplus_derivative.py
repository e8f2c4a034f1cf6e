"""Derivative of softplus, which is the logistic sigmoid."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("softplus_derivative", "1 / (1 + e^-x)")

LANDMARKS = FunctionLandmarks(
    binary64=binary64.sigmoid,
    domain=REAL_LINE,
    thresholds=thresholds.logistic,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
