"""The least integer that is not below x."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, REAL_LINE, FunctionLandmarks

OP = arithmetic("ceil", "the least integer >= x, in the format of x", ("x",))

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
