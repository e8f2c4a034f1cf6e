"""Tables for log x in binary64 with an error of about 2^-62, for vectors of four numbers.

simd/first/log_256_rows.h uses them.
"""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.constants import Rows
from samebits.backends.numerics.coefficients.families.first_log import GRID, cubic
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

COUNT = 256
"""Number of intervals of significands, which are divided by bit pattern."""

BELOW_ONE = 88
"""Number of intervals below 1, each of width 2^-9; above 1 the width is 2^-8."""

SCALE = 34
"""log2 of the factor with which the rounding error of log_head (below 2^-42) is stored.

Times 2^34, the error is below the last of the reciprocal's 8 bits.
"""

REACH = 0.00457


def reciprocal(j: int) -> mpf:
    """Return a reciprocal for the middle of interval j. It is exactly 1 on both sides of 1.

    It has 7 bits after the point if the significand is below 1 (and has 53 bits there), and 8 bits
    otherwise.
    """
    place = j - BELOW_ONE + 0.5
    if abs(place) < 1:
        return mpf(1)
    middle = 1 + mpf(place) / (2 * COUNT if place < 0 else COUNT)
    bits = 7 if place < 0 else 8
    return mpmath.nint(2**bits / middle) / 2**bits


def log_head(j: int) -> mpf:
    """Return -log of the reciprocal, rounded down to a multiple of 2^-42."""
    return mpmath.floor(-mpmath.log(reciprocal(j)) * 2**GRID) / 2**GRID


def packed(j: int) -> mpf:
    """Return the sum of the reciprocal and the rounding error of log_head times 2^34.

    Raises ValueError if the error does not fit after the 8 bits of the reciprocal, or is not
    accurate to 2^-86.
    """
    c, missed = reciprocal(j), -mpmath.log(reciprocal(j)) - log_head(j)
    both = mpf(float(c + missed * 2**SCALE))
    unit = mpf(2) ** -(7 if c >= 1 else 8)
    if mpmath.floor(both / unit) * unit != c or abs((both - c) / 2**SCALE - missed) > mpf(2) ** -86:
        raise ValueError(f"row {j}: the bits after {c} cannot hold the rounding error {missed}")
    return both


def quadratic(r: mpf) -> mpf:
    """Return (log(1 + r) - r) / r^2."""
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
