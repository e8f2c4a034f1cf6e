"""Tables for e^x in binary64 with an error of about 2^-68, for vectors of four numbers.

simd/first/exp_128_rows.h uses them.
"""

from __future__ import annotations

from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.constants import Rows, rest_of
from samebits.backends.numerics.coefficients.families.constants import Split
from samebits.backends.numerics.coefficients.families.first_exp import exp_rest
from samebits.backends.numerics.coefficients.parts import Part, Polynomial

COUNT = 128
REACH = 0.00271
"""A bound slightly above log(2)/256."""


def power(j: int) -> mpf:
    """Return 2^(j/128)."""
    return mpf(2) ** (mpf(j) / COUNT)


PARTS: tuple[Part, ...] = (
    Split("FIRST_EXP_LOG2", "log 2", lambda: mp.ln2, (35, 70), 35, three=False),
    Rows(
        "first_power_128", "2^(j/128), and what rounding took.", (power, rest_of(power)), COUNT, 2
    ),
    Polynomial(
        "first_exp_128_rest",
        "(e^r - 1 - r) / r^2, |r| <= log(2)/256",
        exp_rest,
        -REACH,
        REACH,
        4,
        -57.5,
    ),
)
