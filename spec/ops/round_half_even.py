"""The integer nearest to x; a tie is rounded to the even integer."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = arithmetic("round_half_even", "the nearest integer, ties to even, in the format of x", ("x",))

LANDMARKS = FunctionLandmarks(
    binary64=None,
    domain=REAL_LINE,
    thresholds=thresholds.integral,
    period=None,
    repeats=None,
    poles=False,
    exact=None,
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=True,
)
