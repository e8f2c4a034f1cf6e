"""erf: the only known exact case is x = 0.

The integral of exp(-t**2) from 0 to an algebraic x other than 0 is transcendental (Siegel and
Shidlovskii). No theorem is known for this integral times 2/sqrt(pi). If Ziv's loop ends for an
operand, the result is proven without a theorem.
"""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import MINUS_ONE, NEGATIVE_ZERO, ONE, ZERO, signed, special


def known(x: Real) -> Real | None:
    """Return known results (S4): erf(+-0) = +-0, erf(+-inf) = +-1."""
    found = special(x, MINUS_ONE, NEGATIVE_ZERO, ZERO, ONE)
    if found is not None:
        return found
    # 1 - erf |x| < e**-x**2
    return just_below(signed(ONE, x)) if abs(x.fraction()) >= 16 else None


ORACLE = Elementary(known, mpmath=mpmath.erf, arb=lambda x: x.erf(), mpfr=gmpy2.erf)

DEFINITION = Formula(mpmath.erf)
