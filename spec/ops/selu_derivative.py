"""Derivative of the scaled exponential linear unit."""

from samebits.spec.elementary import elementary

OP = elementary("selu_derivative", "scale * (1 if x > 0, else a * e^x)")
