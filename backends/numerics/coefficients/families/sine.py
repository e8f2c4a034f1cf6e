"""Coefficients of sine in binary64, for a first value that must pass a rounding test."""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def root(w: mpf) -> mpf:
    """Return sqrt(w), or a tiny number if w is 0."""
    return mpmath.sqrt(w) if w > mpf(2) ** -80 else mpf(2) ** -40


def sine_slope(w: mpf) -> mpf:
    """Return sin(r) / r, where w = r^2."""
    return mpmath.sin(root(w)) / root(w)


def half_turn_slope(w: mpf) -> mpf:
    """Return sin(pi r) / r, where w = r^2."""
    return mpmath.sin(mp.pi * root(w)) / root(w)


PARTS: tuple[Part, ...] = (
    Polynomial("sine_slope", "sin(r) / r in r^2, |r| <= pi/2", sine_slope, 0.0, 2.46742, 7, -50.5),
    Polynomial(
        "half_turn_slope", "sin(pi r) / r in r^2, |r| <= 1/2", half_turn_slope, 0.0, 0.25, 7, -50.5
    ),
)
