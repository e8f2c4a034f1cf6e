"""Reciprocal square root (IEEE 754 rSqrt)."""

from samebits.spec.elementary import elementary

OP = elementary("rsqrt", "1 / sqrt(x)")
