"""Derivative of the rectified linear unit cut off at 6."""

from samebits.spec.elementary import elementary

OP = elementary("relu6_derivative", "1 if 0 < x < 6, else +0")
