"""SiLU, also called swish: x / (1 + e^-x)."""

import math

from samebits.spec import binary64
from samebits.spec.families.math_functions import elementary
from samebits.spec.formats import Format
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = elementary("silu", "x / (1 + e^-x)")


def _silu(form: Format) -> list[float]:
    def gate(x: float) -> float:
        return 1 / (1 + math.exp(-x)) if x > -700 else math.exp(x)

    return thresholds.gated(form, gate, -1.2784645427610738)


LANDMARKS = FunctionLandmarks(
    binary64=lambda x: x * binary64.sigmoid(x),
    domain=REAL_LINE,
    thresholds=_silu,
    period=math.log(2),
    repeats=None,
    poles=False,
    exact=None,
    halves=True,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
