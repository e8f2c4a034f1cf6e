"""Inverse hyperbolic cosine."""

from samebits.spec.elementary import elementary

OP = elementary("acosh", "log(x + sqrt(x^2 - 1))")
