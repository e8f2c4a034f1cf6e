"""Softplus: the logarithm of 1 + e^x, with no threshold beyond which it is x."""

from samebits.spec.elementary import elementary

OP = elementary("softplus", "log(1 + e^x)")
