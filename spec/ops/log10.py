"""Decimal logarithm."""

from samebits.spec.elementary import elementary

OP = elementary("log10", "the logarithm of x to base 10")
