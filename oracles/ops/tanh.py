"""tanh: (e**2x - 1) / (e**2x + 1) is transcendental for every dyadic x except 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import MINUS_ONE, NEGATIVE_ZERO, ONE, ZERO, signed, special


def known(x: Real) -> Real | None:
    """Return known results (S4): tanh(+-0) = +-0, tanh(+-inf) = +-1."""
    found = special(x, MINUS_ONE, NEGATIVE_ZERO, ZERO, ONE)
    if found is not None:
        return found
    # 1 - tanh |x| < 2 e**-2|x|
    return just_below(signed(ONE, x)) if abs(x.fraction()) >= 80 else None


ORACLE = Elementary(known, mpmath=mpmath.tanh, arb=lambda x: x.tanh(), mpfr=gmpy2.tanh)

DEFINITION = Formula(lambda x: 1 - 2 / (mpmath.exp(2 * x) + 1))
