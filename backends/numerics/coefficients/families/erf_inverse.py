"""Coefficients of the inverse error function: a polynomial near 0, a folded one for the tail."""

from __future__ import annotations

from functools import cache

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial

FOLD = 2


def inverse_ratio(w: mpf) -> mpf:
    """Return erfinv(x) / x as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -80 else mpf(2) ** -40
    return mpmath.erfinv(x) / x


@cache
def inverse_erfc(s: mpf) -> mpf:
    """Return the y with erfc(y) = exp(-s^2), by Halley's iteration."""
    q = mpmath.exp(-s * s)
    y = s if q < 0.1 else 1 - q
    while True:
        step = -(mpmath.erfc(y) - q) * mpmath.sqrt(mp.pi) / 2 * mpmath.exp(y * y)
        step /= 1 + y * step
        y -= step
        if abs(step) < mpf(10) ** -25 * y:
            return y


def folded(v: mpf) -> mpf:
    """Return inverse_erfc(s) / s as a function of v = (s - 2) / (s + 2)."""
    s = FOLD * (1 + v) / (1 - v)
    return inverse_erfc(s) / s


PARTS: tuple[Part, ...] = (
    Polynomial(
        "inverse_centre",
        "erfinv(x) / x in x^2, x^2 <= 1/2",
        inverse_ratio,
        0.0,
        0.5,
        17,
        -49.0,
    ),
    Polynomial(
        "inverse_tail",
        "y / s in (s - 2) / (s + 2), where erfc(y) = exp(-s^2), 1.1 <= s <= 10.15",
        folded,
        -0.2904,
        0.671,
        20,
        -48.0,
    ),
)
