"""Cosine of half turns."""

from samebits.spec.elementary import elementary

OP = elementary("cospi", "cos(pi x)")
