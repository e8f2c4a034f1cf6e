"""Binary logarithm."""

from samebits.spec.elementary import elementary

OP = elementary("log2", "the logarithm of x to base 2")
