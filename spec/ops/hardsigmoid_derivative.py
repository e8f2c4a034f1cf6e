"""Derivative of the piecewise linear sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("hardsigmoid_derivative", "1/6 if -3 < x < 3, else +0")
