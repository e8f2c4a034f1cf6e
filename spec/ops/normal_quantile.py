"""Quantile of the standard normal distribution (clause D2 draws through it)."""

from samebits.spec.elementary import elementary

OP = elementary(
    "normal_quantile",
    "the y with Phi(y) = p, Phi the standard normal distribution function",
    operands=("p",),
)
