"""exp10: 10**x is an integer for integers x >= 0, and not dyadic for any other dyadic x.

For negative integers its denominator has a power of five, so its binary expansion never ends. For
other dyadic x it is an irrational root. If x is an integer beyond 400 in magnitude, the result is
beyond every format: 10**-400 < 2**-1328.
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
    """Return known results (S4): exp10(+-0) = 1, exp10(-inf) = +0; 10**n for an integer n >= 0."""
    found = special(x, ZERO, ONE, ONE, INFINITY)
    if found is not None:
        return found
    n = integer(x)
    if n is None or -400 <= n < 0:
        return None
    if abs(n) > 400:
        return tiny(False) if n < 0 else huge(False)
    return dyadic(10**n, 0)


def _mpmath(x: Any) -> Any:
    return mpmath.power(10, x)


ORACLE = Elementary(known, mpmath=_mpmath, arb=lambda x: flint.arb(10) ** x, mpfr=gmpy2.exp10)

DEFINITION = Formula(lambda x: mpmath.mpf(10) ** x)
