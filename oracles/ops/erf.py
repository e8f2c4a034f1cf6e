"""erf: transcendental at every algebraic x but 0 (Siegel and Shidlovskii): 0 is the exact case."""

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real, dyadic


def known(x: Real) -> Real | None:
    """S4: erf(+-0) = +-0, erf(+-inf) = +-1."""
    if x.kind == "nan" or x.is_zero:
        return x
    one = dyadic(-1 if x.negative else 1, 0)
    if x.kind == "infinite":
        return one
    return just_below(one) if abs(x.fraction()) >= 16 else None  # erfc x < e**-x**2


ORACLE = Elementary(known, mpmath=mpmath.erf, arb=lambda x: x.erf(), mpfr=gmpy2.erf)
