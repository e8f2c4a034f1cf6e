"""asin: transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): asin(+-0) = +-0, NaN outside [-1, 1]."""
    found = special(x, NAN, NEGATIVE_ZERO, ZERO, NAN)
    if found is not None:
        return found
    return NAN if abs(x.fraction()) > 1 else None


ORACLE = Elementary(known, mpmath=mpmath.asin, arb=lambda x: x.asin(), mpfr=gmpy2.asin)

DEFINITION = Formula(mpmath.asin)
