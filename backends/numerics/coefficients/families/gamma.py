"""Coefficients of 1 / Gamma around 1. (The reciprocal of the gamma function is entire.)"""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.double_doubles import DoubleDoublePolynomial
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

DOUBLE_DOUBLES = 17


def reciprocal(d: mpf) -> mpf:
    """Return 1 / Gamma(1 + d)."""
    return mpmath.rgamma(1 + d)


def taylor(count: int) -> list[mpf]:
    """Return the first Taylor coefficients of 1 / Gamma(1 + d), from its logarithmic derivative."""
    with mpmath.workdps(130):
        c = [mpf(1)]
        for n in range(1, count):
            terms = [mp.euler * c[n - 1]]
            terms += [(-1) ** (k - 1) * mpmath.zeta(k) * c[n - k] for k in range(2, n + 1)]
            c.append(mpmath.fsum(terms) / n)
        return c


PARTS: tuple[Part, ...] = (
    Polynomial(
        "reciprocal_gamma_quick",
        "1 / Gamma(1 + d), |d| <= 1/2",
        reciprocal,
        -0.5,
        0.5,
        13,
        -48.0,
    ),
    DoubleDoublePolynomial(
        "reciprocal_gamma",
        "1 / Gamma(1 + d), |d| <= 1/2",
        reciprocal,
        taylor(DOUBLE_DOUBLES),
        -0.5,
        0.5,
        11,
        -99.0,
    ),
)
