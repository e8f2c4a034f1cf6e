"""tanh: (e**2x - 1) / (e**2x + 1) is transcendental for every dyadic x but 0 (Lindemann)."""

import gmpy2
import mpmath

from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real, dyadic


def known(x: Real) -> Real | None:
    """S4: tanh(+-0) = +-0, tanh(+-inf) = +-1."""
    if x.kind == "nan" or x.is_zero:
        return x
    one = dyadic(-1 if x.negative else 1, 0)
    if x.kind == "infinite":
        return one
    return just_below(one) if abs(x.fraction()) >= 80 else None  # 1 - tanh x < 2 e**-2x


ORACLE = Elementary(known, mpmath=mpmath.tanh, arb=lambda x: x.tanh(), mpfr=gmpy2.tanh)
