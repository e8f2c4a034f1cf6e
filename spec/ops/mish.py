"""Mish."""

from samebits.spec.elementary import elementary

OP = elementary("mish", "x * tanh(log(1 + e^x))")
