"""Inverse hyperbolic tangent."""

from samebits.spec.elementary import elementary

OP = elementary("atanh", "log((1 + x) / (1 - x)) / 2")
