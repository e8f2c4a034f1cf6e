"""Coefficients of the exponential."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial

HALF_LOG2 = 0.34664  # just above log(2)/2, including the error of the reduced argument


def exp_rest(r: mpf) -> mpf:
    """Return (e^r - 1 - r - r^2 / 2) / r^3."""
    return mpmath.nsum(lambda n: r**n / mpmath.factorial(n + 3), [0, 30])


PARTS: tuple[Part, ...] = (
    Polynomial(
        "exp_rest",
        "(e^r - 1 - r - r^2/2) / r^3 for |r| <= log(2)/2",
        exp_rest,
        -HALF_LOG2,
        HALF_LOG2,
        9,
        -52.5,
    ),
)
