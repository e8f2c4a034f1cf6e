"""log: transcendental for every dyadic x > 0 except 1 (Lindemann), so 1 is the only exact case."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): log(1) = +0, log(+-0) = -inf, NaN below zero."""
    found = special(x, NAN, NEGATIVE_INFINITY, NEGATIVE_INFINITY, INFINITY)
    if found is not None:
        return found
    if x.negative:
        return NAN
    return ZERO if x.fraction() == 1 else None


ORACLE = Elementary(known, mpmath=mpmath.log, arb=lambda x: x.log(), mpfr=gmpy2.log)

DEFINITION = Formula(mpmath.log)
