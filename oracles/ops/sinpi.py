"""sinpi: sin(pi x), which is rational for dyadic x only at multiples of 1/2 (Niven).

At other dyadic x it is an irrational algebraic number. MPFR's sine and cosine are used after an
exact reduction to [-1/4, 1/4] (see `half_turns`).
"""

import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.half_turns import sin_half_turns
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import MINUS_ONE, NEGATIVE_ZERO, ONE, ZERO, signed, special


def known(x: Real) -> Real | None:
    """Return known results (S4): sinpi(+-n) = +-0, with the sign of the operand; NaN at infinities.

    Halfway between integers the result is 1 or -1.
    """
    found = special(x, NAN, NEGATIVE_ZERO, ZERO, NAN)
    if found is not None:
        return found
    twice = 2 * x.fraction()
    if twice.denominator != 1:
        return None
    if twice.numerator % 2 == 0:
        return signed(ZERO, x)
    return ONE if twice.numerator % 4 == 1 else MINUS_ONE


ORACLE = Elementary(known, mpmath=mpmath.sinpi, arb=lambda x: x.sin_pi(), mpfr=sin_half_turns)

DEFINITION = Formula(lambda x: mpmath.sin(mpmath.pi * x))
