"""Derivative of GELU in its tanh approximation."""

from samebits.spec.elementary import elementary

OP = elementary(
    "gelu_tanh_derivative",
    "(1 + t)/2 + x/2 * (1 - t^2) * u' with u = sqrt(2/pi) * (x + 0.044715 x^3) and t = tanh(u)",
)
