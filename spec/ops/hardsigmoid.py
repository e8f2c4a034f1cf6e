"""Piecewise linear sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("hardsigmoid", "min(max(x + 3, 0), 6) / 6")
