"""Derivative of tanhshrink."""

from samebits.spec.elementary import elementary

OP = elementary("tanhshrink_derivative", "tanh(x)^2")
