"""Quantile of the standard normal distribution, which normal draws use (clause D2)."""

import statistics

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import FunctionLandmarks, points

OP = elementary(
    "normal_quantile",
    "the y with Phi(y) = p, Phi the standard normal distribution function",
    operands=("p",),
)

LANDMARKS = FunctionLandmarks(
    binary64=statistics.NormalDist().inv_cdf,
    domain=(0.0, 1.0),
    thresholds=points(0.5, 0.075, 0.925, 0.02425, 0.97575, 1.0, 0.25, 0.75),
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=(-13, -1),
    integral=False,
)
