"""Derivative of the logarithm of the logistic sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("logsigmoid_derivative", "1 / (1 + e^x)")
