"""Derivative of softplus, which is the logistic sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("softplus_derivative", "1 / (1 + e^-x)")
