"""log1p: log(1 + x) is transcendental for every dyadic x > -1 except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): log1p(+-0) = +-0, log1p(-1) = -inf, NaN below -1."""
    found = special(x, NAN, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    if x.fraction() < -1:
        return NAN
    return NEGATIVE_INFINITY if x.fraction() == -1 else None


ORACLE = Elementary(known, mpmath=mpmath.log1p, arb=lambda x: x.log1p(), mpfr=gmpy2.log1p)

DEFINITION = Formula(lambda x: mpmath.log(1 + x))
