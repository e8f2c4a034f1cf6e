"""Coefficients of the logarithm in binary64, for a first value that must pass a rounding test."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def log1p_slope(f: mpf) -> mpf:
    """Return log(1 + f) / f."""
    return mpmath.log1p(f) / f


def atanh_slope(w: mpf) -> mpf:
    """Return 2 atanh(s) / s as a function of w = s^2."""
    s = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return 2 * mpmath.atanh(s) / s


PARTS: tuple[Part, ...] = (
    Polynomial(
        "quick_log_slope",
        "log(1 + f) / f for 1 + f in [sqrt(1/2), sqrt(2)]",
        log1p_slope,
        -0.29290,
        0.41425,
        16,
        -46.0,
    ),
    Polynomial(
        "quick_atanh_slope",
        "2 atanh(s) / s in s^2, |s| <= 0.203",
        atanh_slope,
        0.0,
        0.0413,
        6,
        -46.5,
    ),
)
