"""exp2: 2**x is dyadic for every integer x; for other dyadic x it is an irrational root.

If x is an integer beyond 3000 in magnitude, the power of two is beyond every format.
"""

from typing import Any

import flint
import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import huge, tiny
from samebits.oracles.rounding import Real, dyadic
from samebits.oracles.special import INFINITY, ONE, ZERO, integer, special


def known(x: Real) -> Real | None:
    """Return known results (S4): exp2(+-0) = 1, exp2(-inf) = +0; 2**n for an integer n."""
    found = special(x, ZERO, ONE, ONE, INFINITY)
    if found is not None:
        return found
    n = integer(x)
    if n is None:
        return None
    if abs(n) > 3000:
        return tiny(False) if n < 0 else huge(False)
    return dyadic(1, n)


def _mpmath(x: Any) -> Any:
    return mpmath.power(2, x)


ORACLE = Elementary(known, mpmath=_mpmath, arb=lambda x: flint.arb(2) ** x, mpfr=gmpy2.exp2)

DEFINITION = Formula(lambda x: mpmath.mpf(2) ** x)
