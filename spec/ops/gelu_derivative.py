"""Derivative of GELU."""

import math

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, points

OP = elementary("gelu_derivative", "Phi(x) + x * phi(x), phi the standard normal density")

LANDMARKS = FunctionLandmarks(
    binary64=lambda x: binary64.normal_cdf(x) + x * binary64.normal_density(x),
    domain=REAL_LINE,
    thresholds=points(0.7517915246935645, math.sqrt(2), 1.0, 2.0**-12),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
