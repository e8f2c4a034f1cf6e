"""Inverse of the error function."""

from samebits.spec.elementary import elementary

OP = elementary("erfinv", "the y with erf y = x")
