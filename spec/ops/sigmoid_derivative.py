"""Derivative of the logistic sigmoid."""

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("sigmoid_derivative", "e^-x / (1 + e^-x)^2")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: binary64.sigmoid(x) * binary64.sigmoid(-x),
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
