"""gelu: x/2 * erfc(-x / sqrt(2)), transcendental for every dyadic x but 0 (Siegel, Shidlovskii).

erfc, not 1 + erf: no cancellation for negative x. Near 0 it is x/2 + x**2 / sqrt(2 pi): half of an
odd subnormal is a tie but for that term, which an enclosure of 150 to 300 bits sees.
"""

from typing import Any

import flint
import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below, tiny
from samebits.oracles.rounding import Real, zero


def known(x: Real) -> Real | None:
    """S4: gelu(+-0) = +-0, gelu(+inf) = +inf, gelu(-inf) = -0."""
    if x.kind == "infinite":
        return zero(True) if x.negative else x
    if x.kind == "nan" or x.is_zero:
        return x
    if x.fraction() <= -50:
        return tiny(True)  # |x| Phi(x) < e**(-x**2 / 2)
    return just_below(x) if x.fraction() >= 20 else None  # 1 - Phi(x) < e**(-x**2 / 2)


def _mpmath(x: Any) -> Any:
    return x * mpmath.erfc(-x / mpmath.sqrt(2)) / 2


def _arb(x: Any) -> Any:
    return x * (-x / flint.arb(2).sqrt()).erfc() / 2


def _mpfr(x: Any) -> Any:
    return x * gmpy2.erfc(-x / gmpy2.sqrt(2)) / 2


ORACLE = Elementary(known, mpmath=_mpmath, arb=_arb, mpfr=_mpfr)
