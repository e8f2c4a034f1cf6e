"""Tables for e^x and e^x - 1 in binary64 with an error of about 2^-63, for vectors.

simd/first/exp_16_rows.h and tanh.h use them.
"""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.constants import Rows, rest_of
from samebits.backends.numerics.coefficients.families.doubles import power
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

REACH = 0.02167
"""A bound slightly above log(2)/32."""


def exp_rest(r: mpf) -> mpf:
    """Return (e^r - 1 - r) / r^2."""
    return mpmath.nsum(lambda n: r**n / mpmath.factorial(n + 2), [0, 30])


def expm1_rest(r: mpf) -> mpf:
    """Return (e^r - 1 - r - r^2/2) / r^3."""
    return mpmath.nsum(lambda n: r**n / mpmath.factorial(n + 3), [0, 30])


def ratio(j: int) -> mpf:
    """Return the relative rounding error of 2^(j/16)."""
    return rest_of(power)(j) / power(j)


PARTS: tuple[Part, ...] = (
    Rows(
        "first_power",
        "2^(j/16), what rounding took, and that as a part of the power.",
        (power, rest_of(power), ratio),
    ),
    Polynomial(
        "first_exp_rest", "(e^r - 1 - r) / r^2, |r| <= log(2)/32", exp_rest, -REACH, REACH, 6, -56.0
    ),
    Polynomial(
        "first_expm1_rest",
        "(e^r - 1 - r - r^2/2) / r^3, |r| <= log(2)/32",
        expm1_rest,
        -REACH,
        REACH,
        5,
        -50.0,
    ),
)
