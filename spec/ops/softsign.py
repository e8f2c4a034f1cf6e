"""Softsign."""

from samebits.spec.elementary import elementary

OP = elementary("softsign", "x / (1 + abs(x))")
