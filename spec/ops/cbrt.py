"""Cube root."""

from samebits.spec.elementary import elementary

OP = elementary("cbrt", "the real cube root of x")
