"""log: transcendental for every dyadic x > 0 but 1 (Lindemann), so 1 is the only exact case."""

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real, infinity, zero


def known(x: Real) -> Real | None:
    """S4: log(1) = +0, log(+-0) = -inf, log(+inf) = +inf, NaN below zero."""
    if x.kind == "nan":
        return x
    if x.is_zero:
        return infinity(True)
    if x.negative:
        return NAN
    if x.kind == "infinite":
        return x
    return zero(False) if x.fraction() == 1 else None


ORACLE = Elementary(known, mpmath=mpmath.log, arb=lambda x: x.log(), mpfr=gmpy2.log)
