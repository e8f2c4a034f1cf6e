"""Exponential of base ten."""

from samebits.spec.elementary import elementary

OP = elementary("exp10", "10 to the power x")
