"""Exponential linear unit."""

from samebits.spec.elementary import elementary, real

OP = elementary(
    "elu",
    "x if x > 0, else alpha * (e^x - 1)",
    attributes=(real("alpha", "scale of the branch x <= 0", 1.0),),
)
