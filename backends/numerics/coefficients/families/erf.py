"""Coefficients of the error function."""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial, TaylorTable


def erf_taylor(t: mpf, count: int) -> list[mpf]:
    """Return Taylor coefficients of erf at t, computed from y'' = -2 t y'."""
    c = [mpmath.erf(t), 2 / mpmath.sqrt(mp.pi) * mpmath.exp(-t * t)]
    for n in range(count - 2):
        below = c[n] if n >= 1 else mpf(0)
        c.append(-(2 * t * (n + 1) * c[n + 1] + 2 * n * below) / ((n + 1) * (n + 2)))
    return c[:count]


def erf_ratio(w: mpf) -> mpf:
    """Return erf(x) / x as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -80 else mpf(2) ** -40
    return mpmath.erf(x) / x


def centred(v: mpf) -> mpf:
    """Return erf_ratio(w) as a function of v = w - 7.7; 7.7 is the middle of [0, 15.4]."""
    return erf_ratio(v + mpf("7.7"))


PARTS: tuple[Part, ...] = (
    Polynomial(
        "erf_quick_centred",
        "erf(x) / x in x^2 - 7.7, x^2 <= 15.4",
        centred,
        -7.7,
        7.7,
        25,
        -49.0,
    ),
    TaylorTable(
        "erf_table",
        "erf about j/16, j = 0 .. 64",
        mpmath.erf,
        erf_taylor,
        16,
        64,
        11,
        -63.0,
    ),
)
