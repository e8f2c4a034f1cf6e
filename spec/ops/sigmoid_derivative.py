"""Derivative of the logistic sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("sigmoid_derivative", "e^-x / (1 + e^-x)^2")
