"""Square root."""

import math

from samebits.spec import thresholds
from samebits.spec.arithmetic import arithmetic
from samebits.spec.landmarks import EVERYDAY, FunctionLandmarks

OP = arithmetic("sqrt", "the square root of x, rounded once", ("x",))

LANDMARKS = FunctionLandmarks(
    binary64=None,
    domain=(0.0, math.inf),
    thresholds=thresholds.roots,
    period=None,
    repeats=None,
    poles=False,
    exact="roots of squares",
    halves=False,
    leaves=False,
    everyday=EVERYDAY,
    integral=False,
)
