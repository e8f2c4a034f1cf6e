"""Natural logarithm."""

from samebits.spec.elementary import elementary

OP = elementary("log", "the natural logarithm of x")
