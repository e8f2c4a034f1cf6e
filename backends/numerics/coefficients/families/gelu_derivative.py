"""Coefficients of the derivative of gelu, divided by its decay and by its zero.

For t >= 0, gelu'(-t) exp(t^2/2) = G(t) = Phi(-t) exp(t^2/2) - t / sqrt(2 pi), which is 0 at z.
"""

from __future__ import annotations

from functools import cache

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.constants import Constant
from samebits.backends.numerics.coefficients.families.gelu import scaled_tail
from samebits.backends.numerics.coefficients.parts import DIGITS, Part, Polynomial, TaylorTable

CENTRE = mpf("4.5")


def undecayed(t: mpf) -> mpf:
    """Return G(t)."""
    return scaled_tail(t) - t / mpmath.sqrt(2 * mp.pi)


@cache
def zero() -> mpf:
    """Return z, at which G is 0."""
    with mp.workdps(3 * DIGITS):
        return mpmath.findroot(undecayed, mpf("0.75"))


def quotient(t: mpf) -> mpf:
    """Return H(t) = G(t) / (t - z)."""
    with mp.workdps(3 * DIGITS):
        return undecayed(t) / (t - zero())


def quotient_taylor(t: mpf, count: int) -> list[mpf]:
    """Return Taylor coefficients of H at t.

    They follow from the coefficients of G = (t - z) H, and from y' = t y - 1 / sqrt(2 pi).
    """
    with mp.workdps(3 * DIGITS):  # more digits, since both recurrences cancel
        c = [scaled_tail(t)]
        h: list[mpf] = []
        for n in range(count):
            below = c[n - 1] if n >= 1 else mpf(0)
            constant = 1 / mpmath.sqrt(2 * mp.pi) if n == 0 else mpf(0)
            c.append((t * c[n] + below - constant) / (n + 1))
            line = (t if n == 0 else mpf(1) if n == 1 else mpf(0)) / mpmath.sqrt(2 * mp.pi)
            h.append((c[n] - line - (h[-1] if h else 0)) / (t - zero()))
    return h


def folded(s: mpf) -> mpf:
    """Return H(t) as a function of s = (t - 9/2) / (t + 9/2)."""
    return quotient(CENTRE * (1 + s) / (1 - s))


PARTS: tuple[Part, ...] = (
    Constant("gelu_derivative_zero", "z, with gelu'(-z) = 0", zero),
    Polynomial(
        "gelu_derivative_folded",
        "gelu'(-t) exp(t^2/2) / (t - z) in (t - 9/2) / (t + 9/2), 0 <= t <= 15",
        folded,
        -1.0,
        0.5385,
        17,
        -50.0,
    ),
    TaylorTable(
        "gelu_derivative_table",
        "gelu'(-t) exp(t^2/2) / (t - z) about j/8, j = 0 .. 120",
        quotient,
        quotient_taylor,
        8,
        120,
        11,
        -62.0,
    ),
)
