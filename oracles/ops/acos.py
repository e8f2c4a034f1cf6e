"""acos: transcendental for every dyadic x except 1 (Lindemann)."""

from fractions import Fraction

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import ZERO, pi_times, special

RIGHT_ANGLE = pi_times(Fraction(1, 2))


def known(x: Real) -> Real | None:
    """Return known results (S4): acos(1) = +0, acos(+-0) = pi/2, NaN outside [-1, 1]."""
    found = special(x, NAN, RIGHT_ANGLE, RIGHT_ANGLE, NAN)
    if found is not None:
        return found
    if abs(x.fraction()) > 1:
        return NAN
    return ZERO if x.fraction() == 1 else None


ORACLE = Elementary(known, mpmath=mpmath.acos, arb=lambda x: x.acos(), mpfr=gmpy2.acos)

DEFINITION = Formula(lambda x: mpmath.pi / 2 - mpmath.asin(x))
