"""tgamma: (n - 1)! at positive integers. At other dyadic x no exact case is known.

No theorem is needed there: if Ziv's loop ends, the value is not a midpoint. For x above 300, the
value is above 299! > 2**2000. For x below -300 that is not an integer, x is at least 2**-44 away
from every integer in f64. So |Gamma(x)| = pi / |sin(pi x) Gamma(1 - x)| < 2**45 / 300! < 2**-1990.
The result is positive if floor(x) is even.
"""

from math import factorial

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import huge, tiny
from samebits.oracles.rounding import NAN, Real, dyadic
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, integer, special


def known(x: Real) -> Real | None:
    """Return known results (S4) and factorials.

    tgamma(+-0) is +-inf, and the result is NaN at negative integers and at -inf.
    """
    found = special(x, NAN, NEGATIVE_INFINITY, INFINITY, INFINITY)
    if found is not None:
        return found
    n = integer(x)
    if n is not None and n < 0:
        return NAN
    if x.fraction() > 300:
        return huge(False)
    if x.fraction() < -300:
        return tiny(x.fraction().__floor__() % 2 == 1)
    return None if n is None else dyadic(factorial(n - 1), 0)


ORACLE = Elementary(known, mpmath=mpmath.gamma, arb=lambda x: x.gamma(), mpfr=gmpy2.gamma)

DEFINITION = Formula(mpmath.gamma)
