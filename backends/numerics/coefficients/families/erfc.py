"""Coefficients of erfc(x) exp(x^2), which is erfc without its exponential decay."""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.parts import DIGITS, Part, Polynomial, TaylorTable

CENTRE = mpf("3.5")


def scaled_erfc(x: mpf) -> mpf:
    """Return erfc(x) exp(x^2)."""
    return mpmath.erfc(x) * mpmath.exp(x * x)


def scaled_erfc_taylor(x: mpf, count: int) -> list[mpf]:
    """Return Taylor coefficients of the scaled erfc at x, from y' = 2 x y - 2 / sqrt(pi)."""
    with mp.workdps(2 * DIGITS):  # more digits, since the recurrence cancels
        c = [scaled_erfc(x)]
        for n in range(count - 1):
            below = c[n - 1] if n >= 1 else mpf(0)
            constant = 2 / mpmath.sqrt(mp.pi) if n == 0 else mpf(0)
            c.append((2 * x * c[n] + 2 * below - constant) / (n + 1))
    return c


def folded(s: mpf) -> mpf:
    """Return erfc(x) exp(x^2) (x + 7/2) / sqrt(2) as a function of s = (x - 7/2) / (x + 7/2)."""
    x = CENTRE * (1 + s) / (1 - s)
    return scaled_erfc(x) * (x + CENTRE) / mpmath.sqrt(2)


PARTS: tuple[Part, ...] = (
    Polynomial(
        "scaled_erfc_folded",
        "erfc(x) exp(x^2) (x + 7/2) / sqrt(2) in (x - 7/2) / (x + 7/2), 0 <= x <= 10.62",
        folded,
        -1.0,
        0.5044,
        17,
        -48.0,
    ),
    TaylorTable(
        "scaled_erfc_table",
        "erfc(x) exp(x^2) about j/16, j = 0 .. 165",
        scaled_erfc,
        scaled_erfc_taylor,
        16,
        165,
        11,
        -63.0,
    ),
)
