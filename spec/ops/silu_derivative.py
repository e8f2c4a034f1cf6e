"""Derivative of SiLU."""

from samebits.spec.elementary import elementary

OP = elementary("silu_derivative", "s + x * s * (1 - s) with s = sigmoid(x)")
