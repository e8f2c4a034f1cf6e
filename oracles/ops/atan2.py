"""atan2: the angle of (x, y), transcendental for dyadic operands unless y = 0 (Lindemann)."""

from fractions import Fraction
from typing import Any

import flint
import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import ZERO, pi_times, signed

HALF_TURN = pi_times(Fraction(1))
RIGHT_ANGLE = pi_times(Fraction(1, 2))
DIAGONAL = pi_times(Fraction(1, 4)), pi_times(Fraction(3, 4))


def known(y: Real, x: Real) -> Real | None:
    """Return known results (S4): IEEE 754 atan2; every result has the sign of y."""
    if "nan" in (x.kind, y.kind):
        return NAN
    if y.kind == "infinite":
        return signed(DIAGONAL[x.negative] if x.kind == "infinite" else RIGHT_ANGLE, y)
    if x.kind == "infinite" or y.is_zero:
        return signed(HALF_TURN if x.negative else ZERO, y)
    return signed(RIGHT_ANGLE, y) if x.is_zero else None


def _arb(y: Any, x: Any) -> Any:
    return flint.arb.atan2(y, x)


ORACLE = Elementary(known, mpmath=mpmath.atan2, arb=_arb, mpfr=gmpy2.atan2)

DEFINITION = Formula(lambda y, x: mpmath.arg(mpmath.mpc(x, y)))
