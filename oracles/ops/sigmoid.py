"""sigmoid: 1 / (1 + e**-x) is transcendental for every dyadic x but 0 (Lindemann).

No cancellation in the formula: both terms of the sum are positive.
"""

from typing import Any

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real, dyadic, zero


def known(x: Real) -> Real | None:
    """S4: sigmoid(+-0) = 1/2, sigmoid(+inf) = 1, sigmoid(-inf) = +0."""
    if x.kind == "nan":
        return x
    if x.kind == "infinite":
        return zero(False) if x.negative else dyadic(1, 0)
    if x.is_zero:
        return dyadic(1, -1)
    return just_below(dyadic(1, 0)) if x.fraction() >= 150 else None  # 1 - f < e**-x


def _mpmath(x: Any) -> Any:
    return 1 / (1 + mpmath.exp(-x))


def _arb(x: Any) -> Any:
    return 1 / (1 + (-x).exp())


def _mpfr(x: Any) -> Any:
    return 1 / (1 + gmpy2.exp(-x))


ORACLE = Elementary(known, mpmath=_mpmath, arb=_arb, mpfr=_mpfr)
