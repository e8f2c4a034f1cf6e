"""Continuously differentiable exponential linear unit."""

from samebits.spec.elementary import elementary, real

OP = elementary(
    "celu",
    "x if x > 0, else alpha * (e^(x/alpha) - 1)",
    attributes=(real("alpha", "scale of the branch x <= 0", 1.0, nonzero=True),),
)
