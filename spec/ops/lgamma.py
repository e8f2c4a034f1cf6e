"""Logarithm of the magnitude of the gamma function."""

from samebits.spec.elementary import elementary

OP = elementary("lgamma", "log(abs(Gamma(x)))")
