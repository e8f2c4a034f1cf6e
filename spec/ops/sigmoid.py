"""Logistic sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("sigmoid", "1 / (1 + e^-x)")
