"""sin: transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): sin(+-0) = +-0, NaN at the infinities."""
    return special(x, NAN, NEGATIVE_ZERO, ZERO, NAN)


ORACLE = Elementary(known, mpmath=mpmath.sin, arb=lambda x: x.sin(), mpfr=gmpy2.sin)

DEFINITION = Formula(mpmath.sin)
