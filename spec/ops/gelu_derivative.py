"""Derivative of GELU."""

from samebits.spec.elementary import elementary

OP = elementary("gelu_derivative", "Phi(x) + x * phi(x), phi the standard normal density")
