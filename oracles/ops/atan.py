"""atan: transcendental for every dyadic x except 0 (Lindemann)."""

from fractions import Fraction

import gmpy2
import mpmath

from samebits.oracles.arithmetic import negate
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.oracles.special import NEGATIVE_ZERO, ZERO, pi_times, special

RIGHT_ANGLE = pi_times(Fraction(1, 2))


def known(x: Real) -> Real | None:
    """Return known results (S4): atan(+-0) = +-0, atan(+-inf) = +-pi/2."""
    return special(x, negate(RIGHT_ANGLE), NEGATIVE_ZERO, ZERO, RIGHT_ANGLE)


ORACLE = Elementary(known, mpmath=mpmath.atan, arb=lambda x: x.atan(), mpfr=gmpy2.atan)

DEFINITION = Formula(mpmath.atan)
