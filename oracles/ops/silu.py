"""silu: x / (1 + e**-x) is transcendental for every dyadic x but 0 (Lindemann).

Near 0 it is x/2 + x**2/4: half of an odd subnormal is a tie but for that term, which an enclosure
of 150 to 300 bits sees.
"""

from typing import Any

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real, zero


def known(x: Real) -> Real | None:
    """S4: silu(+-0) = +-0, silu(+inf) = +inf, silu(-inf) = -0."""
    if x.kind == "infinite":
        return zero(True) if x.negative else x
    if x.kind == "nan" or x.is_zero:
        return x
    return just_below(x) if x.fraction() >= 150 else None  # 1 - f/x < e**-x


def _mpmath(x: Any) -> Any:
    return x / (1 + mpmath.exp(-x))


def _arb(x: Any) -> Any:
    return x / (1 + (-x).exp())


def _mpfr(x: Any) -> Any:
    return x / (1 + gmpy2.exp(-x))


ORACLE = Elementary(known, mpmath=_mpmath, arb=_arb, mpfr=_mpfr)
