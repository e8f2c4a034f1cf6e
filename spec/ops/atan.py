"""Arc tangent."""

from samebits.spec.elementary import elementary

OP = elementary("atan", "the angle in [-pi/2, pi/2] whose tangent is x")
