"""Derivative of hard swish."""

from samebits.spec.elementary import elementary

OP = elementary("hardswish_derivative", "+0 if x <= -3, 1 if x >= 3, else (2x + 3) / 6")
