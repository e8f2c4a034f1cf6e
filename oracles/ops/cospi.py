"""cospi: cos(pi x), which is rational for dyadic x only at multiples of 1/2 (Niven).

At other dyadic x it is an irrational algebraic number. MPFR's sine and cosine are used after an
exact reduction to [-1/4, 1/4] (see `half_turns`).
"""

import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.half_turns import cos_half_turns
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import MINUS_ONE, ONE, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): cospi(+-0) = 1, cospi(n + 1/2) = +0, NaN at the infinities.

    At integers the result is +-1.
    """
    found = special(x, NAN, ONE, ONE, NAN)
    if found is not None:
        return found
    twice = 2 * x.fraction()
    if twice.denominator != 1:
        return None
    if twice.numerator % 2:
        return ZERO
    return ONE if twice.numerator % 4 == 0 else MINUS_ONE


ORACLE = Elementary(known, mpmath=mpmath.cospi, arb=lambda x: x.cos_pi(), mpfr=cos_half_turns)

DEFINITION = Formula(lambda x: mpmath.cos(mpmath.pi * x))
