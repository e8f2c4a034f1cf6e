"""cos: transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import ONE, special


def known(x: Real) -> Real | None:
    """Return known results (S4): cos(+-0) = 1, NaN at the infinities."""
    return special(x, NAN, ONE, ONE, NAN)


ORACLE = Elementary(known, mpmath=mpmath.cos, arb=lambda x: x.cos(), mpfr=gmpy2.cos)

DEFINITION = Formula(mpmath.cos)
