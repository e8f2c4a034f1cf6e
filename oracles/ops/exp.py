"""exp: e**x is transcendental for every dyadic x but 0 (Lindemann), so 0 is the only exact case."""

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real, dyadic, zero


def known(x: Real) -> Real | None:
    """S4: exp(+-0) = 1, exp(+inf) = +inf, exp(-inf) = +0."""
    if x.kind == "infinite" and x.negative:
        return zero(False)
    if x.kind != "finite":
        return x
    return dyadic(1, 0) if x.is_zero else None


ORACLE = Elementary(known, mpmath=mpmath.exp, arb=lambda x: x.exp(), mpfr=gmpy2.exp)
