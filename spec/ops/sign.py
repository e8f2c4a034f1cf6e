"""The sign of x as a number: 1, -1, or a zero."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = arithmetic("sign", "-1 or 1 with the sign of x; a zero is itself, NaN is NaN", ("x",))

LANDMARKS = FunctionLandmarks(
    binary64=None,
    domain=REAL_LINE,
    thresholds=None,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=True,
)
