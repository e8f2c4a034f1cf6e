"""Tanhshrink."""

from samebits.spec.elementary import elementary

OP = elementary("tanhshrink", "x - tanh x")
