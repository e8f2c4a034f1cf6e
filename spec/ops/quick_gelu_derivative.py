"""Derivative of GELU in its sigmoid approximation."""

from samebits.spec.elementary import elementary

OP = elementary("quick_gelu_derivative", "s + 1.702 x * s * (1 - s) with s = sigmoid(1.702 x)")
