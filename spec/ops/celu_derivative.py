"""Derivative of the continuously differentiable exponential linear unit."""

from samebits.spec.elementary import elementary, real

OP = elementary(
    "celu_derivative",
    "1 if x > 0, else e^(x/alpha)",
    attributes=(real("alpha", "scale of the branch x <= 0", 1.0, nonzero=True),),
)
