"""Coefficients of gelu: near 0, and of the scaled tail of the normal distribution."""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.families.constants import Number
from samebits.backends.numerics.coefficients.parts import DIGITS, Part, Polynomial, TaylorTable


def scaled_tail(t: mpf) -> mpf:
    """Return Phi(-t) exp(t^2 / 2), the tail of the normal distribution without its decay."""
    return mpmath.erfc(t / mpmath.sqrt(2)) / 2 * mpmath.exp(t * t / 2)


def scaled_tail_taylor(t: mpf, count: int) -> list[mpf]:
    """Return Taylor coefficients of the scaled tail at t, from y' = t y - 1 / sqrt(2 pi)."""
    with mp.workdps(2 * DIGITS):  # more digits, since the recurrence cancels
        c = [scaled_tail(t)]
        for n in range(count - 1):
            below = c[n - 1] if n >= 1 else mpf(0)
            constant = 1 / mpmath.sqrt(2 * mp.pi) if n == 0 else mpf(0)
            c.append((t * c[n] + below - constant) / (n + 1))
    return c


def gelu_rest(w: mpf) -> mpf:
    """Return (gelu x - x/2) / x^2 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return mpmath.erf(x / mpmath.sqrt(2)) / 2 / x


PARTS: tuple[Part, ...] = (
    Polynomial(
        "gelu_rest",
        "(gelu(x) - x/2) / x^2 in x^2, |x| <= 2^-6",
        gelu_rest,
        0.0,
        2.0**-12,
        3,
        -53.5,
    ),
    TaylorTable(
        "scaled_tail_table",
        "Phi(-t) exp(t^2/2) about j/8, j = 0 .. 120",
        scaled_tail,
        scaled_tail_taylor,
        8,
        120,
        11,
        -62.0,
    ),
    Number("GELU_FOLD", "7/2 sqrt(2)", lambda: 7 * mpmath.sqrt(2) / 2),
)
