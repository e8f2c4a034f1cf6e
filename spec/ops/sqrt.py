"""Square root."""

import math

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language import thresholds
from samebits.spec.language.landmarks import EVERYDAY, FunctionLandmarks

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
