"""Angle of a point (IEEE 754 atan2)."""

import numpy as np

from samebits.spec.families.math_functions import elementary
from samebits.spec.language.landmarks import PairLandmarks

OP = elementary(
    "atan2",
    "the angle in [-pi, pi] of the point with abscissa x and ordinate y",
    operands=("y", "x"),
)

LANDMARKS = PairLandmarks(binary64=np.arctan2, signed=True, groups="angles", alike=True)
