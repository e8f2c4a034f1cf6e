"""erf: transcendental at every algebraic x but 0 (Siegel and Shidlovskii): 0 is the exact case."""

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real, dyadic


def known(x: Real) -> Real | None:
    """S4: erf(+-0) = +-0, erf(+-inf) = +-1."""
    if x.kind == "infinite":
        return dyadic(-1 if x.negative else 1, 0)
    return x if x.kind == "nan" or x.is_zero else None


ORACLE = Elementary(
    known, mpmath=mpmath.erf, arb=lambda x: x.erf(), mpfr=gmpy2.erf, below_limit=True
)
