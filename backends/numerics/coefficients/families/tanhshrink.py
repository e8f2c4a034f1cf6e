"""Coefficients of x - tanh x near 0."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import DIGITS, Part, Polynomial


def tanhshrink_rest(w: mpf) -> mpf:
    """Return (x - tanh x - x^3 / 3) / x^5 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    with mpmath.workdps(2 * DIGITS):  # more digits, since the difference cancels
        return (x - mpmath.tanh(x) - x**3 / 3) / x**5


PARTS: tuple[Part, ...] = (
    Polynomial(
        "tanhshrink_rest",
        "(x - tanh(x) - x^3/3) / x^5 in x^2, |x| <= 1/32",
        tanhshrink_rest,
        0.0,
        2.0**-10,
        4,
        -53.0,
    ),
)
