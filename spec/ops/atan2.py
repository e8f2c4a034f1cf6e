"""Angle of a point (IEEE 754 atan2)."""

from samebits.spec.elementary import elementary
from samebits.spec.landmarks import PairLandmarks

OP = elementary(
    "atan2",
    "the angle in [-pi, pi] of the point with abscissa x and ordinate y",
    operands=("y", "x"),
)

LANDMARKS = PairLandmarks(groups="angles", alike=True)
