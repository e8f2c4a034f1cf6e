"""tanh: (e**2x - 1) / (e**2x + 1) is transcendental for every dyadic x but 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real, dyadic


def known(x: Real) -> Real | None:
    """S4: tanh(+-0) = +-0, tanh(+-inf) = +-1."""
    if x.kind == "infinite":
        return dyadic(-1 if x.negative else 1, 0)
    return x if x.kind == "nan" or x.is_zero else None


ORACLE = Elementary(
    known, mpmath=mpmath.tanh, arb=lambda x: x.tanh(), mpfr=gmpy2.tanh, below_limit=True
)
