"""tgamma: (n - 1)! at positive integers. At other dyadic x no exact case is known.

No proof is needed there: if Ziv's loop ends, the value is not a midpoint. Beyond 300 the value is
above 299! > 2**2000. Below -300, f64 has no number nearer than 2**-44 to an integer. So
|Gamma(x)| = pi / |sin(pi x) Gamma(1 - x)| < 2**45 / 300! < 2**-1990. It is positive if floor(x) is
even.
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
    """Return results of S4: tgamma(+-0) = +-inf, NaN at negative integers and -inf; factorials."""
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
