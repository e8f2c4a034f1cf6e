"""asinh: transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): asinh(+-0) = +-0, asinh(+-inf) = +-inf."""
    return special(x, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, INFINITY)


ORACLE = Elementary(known, mpmath=mpmath.asinh, arb=lambda x: x.asinh(), mpfr=gmpy2.asinh)

DEFINITION = Formula(lambda x: mpmath.log(x + mpmath.sqrt(x * x + 1)))
