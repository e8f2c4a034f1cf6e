"""atanh: transcendental for every dyadic x in (-1, 1) except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, signed, special


def known(x: Real) -> Real | None:
    """Return known results (S4): atanh(+-0) = +-0, atanh(+-1) = +-inf, NaN outside [-1, 1]."""
    found = special(x, NAN, NEGATIVE_ZERO, ZERO, NAN)
    if found is not None:
        return found
    if abs(x.fraction()) > 1:
        return NAN
    return signed(INFINITY, x) if abs(x.fraction()) == 1 else None


ORACLE = Elementary(known, mpmath=mpmath.atanh, arb=lambda x: x.atanh(), mpfr=gmpy2.atanh)

DEFINITION = Formula(lambda x: (mpmath.log(1 + x) - mpmath.log(1 - x)) / 2)
