"""Derivative of the rectified linear unit."""

from samebits.spec.elementary import elementary

OP = elementary("relu_derivative", "1 if x > 0, else +0")
