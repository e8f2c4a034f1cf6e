"""expm1: e**x - 1 is transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, MINUS_ONE, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): expm1(+-0) = +-0, expm1(-inf) = -1."""
    found = special(x, MINUS_ONE, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return just_below(MINUS_ONE) if x.fraction() <= -150 else None  # 1 + f = e**x


ORACLE = Elementary(known, mpmath=mpmath.expm1, arb=lambda x: x.expm1(), mpfr=gmpy2.expm1)

DEFINITION = Formula(lambda x: mpmath.exp(x) - 1)
