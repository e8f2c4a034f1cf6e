"""Arc sine."""

from samebits.spec.elementary import elementary

OP = elementary("asin", "the angle in [-pi/2, pi/2] whose sine is x")
