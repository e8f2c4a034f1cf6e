"""GELU, the exact form x/2 * (1 + erf(x/sqrt(2)))."""

import math

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.formats import Format
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("gelu", "x * Phi(x), Phi the standard normal distribution function")


def _gelu(form: Format) -> list[float]:
    return thresholds.gated(form, lambda x: math.erfc(-x / math.sqrt(2)) / 2, -0.7517915246935645)


LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x * binary64.normal_cdf(x),
    domain=REAL_LINE,
    thresholds=_gelu,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=True,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
