"""sinh: transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): sinh(+-0) = +-0, sinh(+-inf) = +-inf."""
    return special(x, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, INFINITY)


ORACLE = Elementary(known, mpmath=mpmath.sinh, arb=lambda x: x.sinh(), mpfr=gmpy2.sinh)

DEFINITION = Formula(lambda x: (mpmath.exp(x) - mpmath.exp(-x)) / 2)
