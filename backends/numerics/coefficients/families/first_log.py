"""Tables for log x in binary64 with an error of about 2^-62, for vectors of eight numbers.

simd/first/log_16_rows.h uses them.
"""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.constants import Rows
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

BELOW_ONE = 5.5
"""Number of intervals of significands that are below 1.

The bit patterns of a binade are divided into sixteenths.
"""

GRID = 42
REACH = 0.0333


def reciprocal(j: int) -> mpf:
    """Return an 8-bit reciprocal for the middle of interval j. Around 1 it is exactly 1."""
    place = j - BELOW_ONE + 0.5
    middle = 1 + mpf(place) / (32 if place < 0 else 16)
    return mpmath.nint(2**7 / middle) / 2**7


def log_head(j: int) -> mpf:
    """Return -log of the reciprocal, rounded to a multiple of 2^-42."""
    return mpmath.nint(-mpmath.log(reciprocal(j)) * 2**GRID) / 2**GRID


def log_rest(j: int) -> mpf:
    """Return the rounding error of log_head."""
    return -mpmath.log(reciprocal(j)) - log_head(j)


def cubic(r: mpf) -> mpf:
    """Return (log(1 + r) - r + r^2/2) / r^3."""
    return mpmath.nsum(lambda n: (-r) ** n / (n + 3), [0, 40])


PARTS: tuple[Part, ...] = (
    Rows(
        "first_log_row",
        "A reciprocal of 8 bits, its negative logarithm in multiples of 2^-42, and the rest.",
        (reciprocal, log_head, log_rest),
    ),
    Polynomial(
        "first_log_cubic",
        "(log(1 + r) - r + r^2/2) / r^3 for the r of these",
        cubic,
        -REACH,
        REACH,
        9,
        -53.5,
    ),
)
