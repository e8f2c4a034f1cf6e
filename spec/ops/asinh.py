"""Inverse hyperbolic sine."""

from samebits.spec.elementary import elementary

OP = elementary("asinh", "log(x + sqrt(x^2 + 1))")
