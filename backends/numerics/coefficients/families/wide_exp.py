"""Coefficients of the exponential, with the accuracy of a double-double."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.double_doubles import DoubleDoublePolynomial
from samebits.backends.numerics.coefficients.parts import Part


def half_coth(w: mpf) -> mpf:
    """Return (r/2) coth(r/2) as a function of w = r^2."""
    r = mpmath.sqrt(w) if w > 0 else mpf(2) ** -60
    return r / 2 * mpmath.coth(r / 2)


def taylor(n: int) -> mpf:
    """Return the coefficient of w^n: B(2n) / (2n)!."""
    with mpmath.workdps(130):
        return mpmath.bernoulli(2 * n) / mpmath.factorial(2 * n)


PARTS: tuple[Part, ...] = (
    DoubleDoublePolynomial(
        "half_coth",
        "(r/2) coth(r/2) in r^2, |r| <= 0.3467",
        half_coth,
        [taylor(n) for n in range(6)],
        0.0,
        0.1203,
        6,
        -104.0,
    ),
)
