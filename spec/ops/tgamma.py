"""Gamma function."""

from samebits.spec.elementary import elementary

OP = elementary("tgamma", "Gamma(x)")
