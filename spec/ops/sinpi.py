"""Sine of an angle in half turns: sin(pi x)."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import REAL_LINE, FunctionLandmarks

OP = elementary("sinpi", "sin(pi x)")


def _sinpi(x: float) -> float:
    return math.sin(math.pi * math.fmod(x, 2))


LANDMARKS = FunctionLandmarks(
    binary64=_sinpi,
    domain=REAL_LINE,
    thresholds=thresholds.half_turns,
    period=0.25,
    repeats="half turns",
    poles=False,
    exact="quarter turns",
    halves=False,
    leaves=False,
    everyday=(-8, 12),
    integral=False,
)
