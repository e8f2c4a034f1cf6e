"""Derivative of Mish."""

from samebits.spec.elementary import elementary

OP = elementary("mish_derivative", "t + x * (1 - t^2) * sigmoid(x) with t = tanh(log(1 + e^x))")
