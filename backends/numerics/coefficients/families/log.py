"""Coefficients of the logarithm."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def log_rest(w: mpf) -> mpf:
    """Return (2 atanh s - 2 s) / s^3 as a function of w = s^2."""
    s = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return 2 * (mpmath.atanh(s) - s) / s**3


PARTS: tuple[Part, ...] = (
    Polynomial(
        "log_rest",
        "(log((1+s)/(1-s)) - 2s) / s^3 in s^2, |s| <= (sqrt(2)-1)/(sqrt(2)+1)",
        log_rest,
        0.0,
        0.02945,
        7,
        -53.5,
    ),
)
