"""Derivative of softsign."""

from samebits.spec.elementary import elementary

OP = elementary("softsign_derivative", "1 / (1 + abs(x))^2")
