"""Exponential of base two."""

from samebits.spec.elementary import elementary

OP = elementary("exp2", "2 to the power x")
