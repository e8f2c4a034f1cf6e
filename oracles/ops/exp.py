"""exp: e**x is transcendental for every dyadic x except 0 (Lindemann); 0 is the only exact case."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, ONE, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): exp(+-0) = 1, exp(-inf) = +0."""
    return special(x, ZERO, ONE, ONE, INFINITY)


ORACLE = Elementary(known, mpmath=mpmath.exp, arb=lambda x: x.exp(), mpfr=gmpy2.exp)

DEFINITION = Formula(mpmath.exp)
