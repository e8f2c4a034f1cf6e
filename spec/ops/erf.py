"""Error function."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.formats import Format
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks, both_signs

OP = elementary("erf", "2/sqrt(pi) times the integral of e^(-t^2) from 0 to x")


def _erf(form: Format) -> list[float]:
    p = form.precision
    saturation = thresholds.solve(lambda x: 2.0 ** -(p + 1) - math.erfc(x), 0.0, 10.0)
    scale = math.sqrt(math.pi) / 2
    return both_signs([saturation, 0.5, 1.0, 2.0**form.emin * scale, math.sqrt(3 * 2.0**-p)])


LANDMARKS = FunctionLandmarks(
    binary64=math.erf,
    domain=REAL_LINE,
    thresholds=_erf,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
