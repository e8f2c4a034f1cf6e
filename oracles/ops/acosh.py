"""acosh: transcendental for every dyadic x > 1 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import INFINITY, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): acosh(1) = +0, NaN below 1."""
    found = special(x, NAN, NAN, NAN, INFINITY)
    if found is not None:
        return found
    if x.fraction() < 1:
        return NAN
    return ZERO if x.fraction() == 1 else None


ORACLE = Elementary(known, mpmath=mpmath.acosh, arb=lambda x: x.acosh(), mpfr=gmpy2.acosh)

DEFINITION = Formula(lambda x: mpmath.log(x + mpmath.sqrt(x * x - 1)))
