"""Hyperbolic cosine."""

from samebits.spec.elementary import elementary

OP = elementary("cosh", "(e^x + e^-x) / 2")
