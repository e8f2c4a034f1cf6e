"""Coefficients of the arc tangent in binary64."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def arctangent_rest(w: mpf) -> mpf:
    """Return (atan(t) / t - 1) / w, where w = t^2."""
    t = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return (mpmath.atan(t) / t - 1) / t**2


PARTS: tuple[Part, ...] = (
    Polynomial(
        "arctangent_rest",
        "(atan(t) / t - 1) / t^2 in t^2, |t| <= 1",
        arctangent_rest,
        0.0,
        1.0,
        17,
        -46.5,
    ),
)
