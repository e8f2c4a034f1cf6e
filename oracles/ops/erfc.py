"""erfc: the only known exact case is x = 0; no theorem excludes others (see erf).

For x above 31, the result is below e**-961 < 2**-1386. For x below -16, it is within e**-256 of 2.
"""

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below, tiny
from samebits.oracles.rounding import Real, dyadic
from samebits.oracles.special import ONE, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): erfc(+-0) = 1, erfc(-inf) = 2, erfc(+inf) = +0."""
    found = special(x, dyadic(2, 0), ONE, ONE, ZERO)
    if found is not None:
        return found
    if x.fraction() >= 31:
        return tiny(False)
    return just_below(dyadic(2, 0)) if x.fraction() <= -16 else None


ORACLE = Elementary(known, mpmath=mpmath.erfc, arb=lambda x: x.erfc(), mpfr=gmpy2.erfc)

DEFINITION = Formula(mpmath.erfc)
