"""cosh: transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, ONE, special


def known(x: Real) -> Real | None:
    """Return known results (S4): cosh(+-0) = 1, cosh(+-inf) = +inf."""
    return special(x, INFINITY, ONE, ONE, INFINITY)


ORACLE = Elementary(known, mpmath=mpmath.cosh, arb=lambda x: x.cosh(), mpfr=gmpy2.cosh)

DEFINITION = Formula(lambda x: (mpmath.exp(x) + mpmath.exp(-x)) / 2)
