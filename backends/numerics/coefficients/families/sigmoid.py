"""Coefficients of sigmoid near 0."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def sigmoid_rest(w: mpf) -> mpf:
    """Return (sigmoid x - 1/2 - x/4) / x^3 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return (mpmath.tanh(x / 2) / 2 - x / 4) / x**3


PARTS: tuple[Part, ...] = (
    Polynomial(
        "sigmoid_rest",
        "(sigmoid(x) - 1/2 - x/4) / x^3 in x^2, |x| <= 1/4",
        sigmoid_rest,
        0.0,
        0.0625,
        5,
        -53.5,
    ),
)
