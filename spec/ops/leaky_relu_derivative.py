"""Derivative of the leaky rectified linear unit."""

from samebits.spec.elementary import elementary, real

OP = elementary(
    "leaky_relu_derivative",
    "1 if x > 0, else negative_slope",
    attributes=(real("negative_slope", "slope of the branch x <= 0", 0.01),),
)
