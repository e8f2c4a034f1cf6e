"""Coefficients of the tangent in binary64, for a first value that must pass a rounding test."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part
from samebits.backends.numerics.coefficients.rational import Rational


def tangent_slope(w: mpf) -> mpf:
    """Return tan(r) / r, where w = r^2."""
    r = mpmath.sqrt(w) if w > mpf(2) ** -80 else mpf(2) ** -40
    return mpmath.tan(r) / r


PARTS: tuple[Part, ...] = (
    Rational(
        "tangent_slope", "tan(r) / r in r^2, |r| <= pi/4", tangent_slope, 0.0, 0.61686, 3, 3, -50.0
    ),
)
