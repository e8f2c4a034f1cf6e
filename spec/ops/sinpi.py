"""Sine of half turns."""

from samebits.spec.elementary import elementary

OP = elementary("sinpi", "sin(pi x)")
