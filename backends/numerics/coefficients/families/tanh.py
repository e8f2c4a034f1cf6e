"""Coefficients of tanh near 0."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def tanh_rest(w: mpf) -> mpf:
    """Return (tanh x - x) / x^3 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return (mpmath.tanh(x) - x) / x**3


PARTS: tuple[Part, ...] = (
    Polynomial(
        "tanh_rest",
        "(tanh(x) - x) / x^3 in x^2, |x| <= 1/4",
        tanh_rest,
        0.0,
        0.0625,
        7,
        -53.5,
    ),
)
