"""Derivative of the exponential linear unit."""

from samebits.spec.elementary import elementary, real

OP = elementary(
    "elu_derivative",
    "1 if x > 0, else alpha * e^x",
    attributes=(real("alpha", "scale of the branch x <= 0", 1.0),),
)
