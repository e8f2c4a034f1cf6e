"""Coefficients of the error function."""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.c.coefficients.parts import Part, TaylorTable


def erf_taylor(t: mpf, count: int) -> list[mpf]:
    """Taylor coefficients of erf at t, from y'' = -2 t y'."""
    c = [mpmath.erf(t), 2 / mpmath.sqrt(mp.pi) * mpmath.exp(-t * t)]
    for n in range(count - 2):
        below = c[n] if n >= 1 else mpf(0)
        c.append(-(2 * t * (n + 1) * c[n + 1] + 2 * n * below) / ((n + 1) * (n + 2)))
    return c[:count]


PARTS: tuple[Part, ...] = (
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
