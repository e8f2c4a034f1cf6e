"""Coefficients of the logarithm in the quick first value of pow."""

from __future__ import annotations

from samebits.backends.numerics.coefficients.families.log import log_rest
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

PARTS: tuple[Part, ...] = (
    Polynomial(
        "pow_log_rest",
        "(log((1+s)/(1-s)) - 2s) / s^3 in s^2, |s| <= (sqrt(2)-1)/(sqrt(2)+1)",
        log_rest,
        0.0,
        0.02945,
        6,
        -50.0,
    ),
)
