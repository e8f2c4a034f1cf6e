"""Complementary error function."""

from samebits.spec.elementary import elementary

OP = elementary("erfc", "1 - erf x")
