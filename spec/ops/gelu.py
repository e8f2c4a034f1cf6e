"""GELU, the exact form x/2 * (1 + erf(x/sqrt(2)))."""

from samebits.spec.elementary import elementary

OP = elementary("gelu", "x * Phi(x), Phi the standard normal distribution function")
