"""Reciprocal: the division 1 / x."""

from samebits.spec.elementary import elementary

OP = elementary("reciprocal", "1 / x")
