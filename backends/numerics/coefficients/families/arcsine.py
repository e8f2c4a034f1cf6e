"""Coefficients of the arc sine in binary64, for a first value that must pass a rounding test."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def arcsine_rest(w: mpf) -> mpf:
    """Return (asin(t) / t - 1) / w, where w = t^2."""
    t = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return (mpmath.asin(t) / t - 1) / t**2


PARTS: tuple[Part, ...] = (
    Polynomial(
        "arcsine_rest",
        "(asin(t) / t - 1) / t^2 in t^2, |t| <= 1/2",
        arcsine_rest,
        0.0,
        0.25,
        10,
        -44.0,
    ),
)
