"""Derivative of the hyperbolic tangent."""

from samebits.spec.elementary import elementary

OP = elementary("tanh_derivative", "1 / cosh(x)^2")
