"""Tables for sin x and cos x in binary64 with an error of about 2^-63 (simd/first/sine.h)."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.constants import Rows, rest_of
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

REACH = 0.00964
"""A bound slightly above (pi/32)^2."""


def sine(j: int) -> mpf:
    """Return sin(j pi/16)."""
    return mpmath.sinpi(mpf(j) / 16)


def cosine(j: int) -> mpf:
    """Return cos(j pi/16)."""
    return mpmath.cospi(mpf(j) / 16)


def sine_cubic(w: mpf) -> mpf:
    """Return (sin r - r) / r^3 as a function of w = r^2."""
    return mpmath.nsum(lambda n: -((-w) ** n) / mpmath.factorial(2 * n + 3), [0, 30])


def cosine_fourth(w: mpf) -> mpf:
    """Return (cos r - 1 + r^2/2) / r^4 as a function of w = r^2."""
    return mpmath.nsum(lambda n: (-w) ** n / mpmath.factorial(2 * n + 4), [0, 30])


PARTS: tuple[Part, ...] = (
    Rows(
        "first_sine_row",
        "sin(j pi/16), what rounding took, cos(j pi/16), and what rounding took.",
        (sine, rest_of(sine), cosine, rest_of(cosine)),
    ),
    Polynomial(
        "first_sine_cubic",
        "(sin r - r) / r^3 in r^2, |r| <= pi/32",
        sine_cubic,
        0.0,
        REACH,
        3,
        -53.5,
    ),
    Polynomial(
        "first_cosine_fourth",
        "(cos r - 1 + r^2/2) / r^4 in r^2, |r| <= pi/32",
        cosine_fourth,
        0.0,
        REACH,
        3,
        -48.0,
    ),
)
