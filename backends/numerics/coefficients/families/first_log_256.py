"""log x of binary64 to some 2^-62 on vectors of four numbers (simd/first/log_256_rows.h)."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.constants import Rows
from samebits.backends.numerics.coefficients.families.first_log import GRID, cubic
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

COUNT = 256
"""Intervals of significands, cut by the pattern."""

BELOW_ONE = 88
"""Those of them below 1, each of 2^-9; above 1 they are of 2^-8."""

SCALE = 34
"""What log_head misses is below 2^-42; times 2^34 it is below the last of 8 bits."""

REACH = 0.00457


def reciprocal(j: int) -> mpf:
    """Near the reciprocal of the middle of interval j: 7 bits behind the point below 1, where a
    significand has 53, and 8 above; 1 on both sides of 1."""
    place = j - BELOW_ONE + 0.5
    if abs(place) < 1:
        return mpf(1)
    middle = 1 + mpf(place) / (2 * COUNT if place < 0 else COUNT)
    bits = 7 if place < 0 else 8
    return mpmath.nint(2**bits / middle) / 2**bits


def log_head(j: int) -> mpf:
    """-log of the reciprocal, a multiple of 2^-42 that is not above it."""
    return mpmath.floor(-mpmath.log(reciprocal(j)) * 2**GRID) / 2**GRID


def packed(j: int) -> mpf:
    """The reciprocal, and behind its 8 bits what log_head misses, times 2^34. Raises ValueError if
    these do not fit there, or lack 2^-86."""
    c, missed = reciprocal(j), -mpmath.log(reciprocal(j)) - log_head(j)
    both = mpf(float(c + missed * 2**SCALE))
    unit = mpf(2) ** -(7 if c >= 1 else 8)
    if mpmath.floor(both / unit) * unit != c or abs((both - c) / 2**SCALE - missed) > mpf(2) ** -86:
        raise ValueError(f"row {j}: {missed} behind {c} is not kept")
    return both


def quadratic(r: mpf) -> mpf:
    """(log(1 + r) - r) / r^2."""
    return mpmath.nsum(lambda n: -((-r) ** n) / (n + 2), [0, 40])


PARTS: tuple[Part, ...] = (
    Rows(
        "first_log_256",
        "A reciprocal of 8 bits, whose negative logarithm is the multiple of 2^-42 beside it, and "
        "2^-34 of the bits behind these 8.",
        (packed, log_head),
        COUNT,
        2,
    ),
    Polynomial(
        "first_log_256_quadratic",
        "(log(1 + r) - r) / r^2 for the r of these",
        quadratic,
        -REACH,
        REACH,
        5,
        -52.5,
    ),
    Polynomial(
        "first_log_256_cubic",
        "(log(1 + r) - r + r^2/2) / r^3 for the r of these",
        cubic,
        -REACH,
        REACH,
        5,
        -52.5,
    ),
)
