"""Natural exponential."""

import math

from samebits.spec.families.math_functions import elementary
from samebits.spec.formats import Format
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("exp", "e to the power x", drawn_at_smoke=True)


def _exp(form: Format) -> list[float]:
    return [
        form.emax * math.log(2) + math.log(2 - 2.0**-form.precision),
        form.emin * math.log(2),
        form.least_exponent * math.log(2),
        (form.least_exponent - 1) * math.log(2),
        2.0 ** -(form.precision - 1),
        2.0**-form.precision,
        -(2.0**-form.precision),
        -(2.0 ** -(form.precision + 1)),
        math.log(2),
        -math.log(2),
        math.log(2) / 2,
        1.0,
        -1.0,
    ]


LANDMARKS = FunctionLandmarks(
    binary64=math.exp,
    domain=REAL_LINE,
    thresholds=_exp,
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=True,
    everyday=EVERYDAY,
    integral=False,
)
