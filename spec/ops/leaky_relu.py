"""Leaky rectified linear unit."""

from samebits.spec.elementary import elementary, real

OP = elementary(
    "leaky_relu",
    "x if x > 0, else negative_slope * x",
    attributes=(real("negative_slope", "slope of the branch x <= 0", 0.01),),
)
