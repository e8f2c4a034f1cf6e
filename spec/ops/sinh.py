"""Hyperbolic sine."""

from samebits.spec.elementary import elementary

OP = elementary("sinh", "(e^x - e^-x) / 2")
