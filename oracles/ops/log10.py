"""log10: an integer at powers of ten, and irrational at other dyadic x > 0.

If 10**(a/b) = x, then x**b is a power of ten, so x is a power of ten. The negative powers of ten
are not dyadic.
"""

import flint
import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real, dyadic
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, integer, special


def known(x: Real) -> Real | None:
    """Return results of S4: log10(1) = +0, log10(+-0) = -inf, NaN below zero; n for x = 10**n."""
    found = special(x, NAN, NEGATIVE_INFINITY, NEGATIVE_INFINITY, INFINITY)
    if found is not None:
        return found
    if x.negative:
        return NAN
    n = integer(x)
    if n is None:
        return None
    digits = len(str(n)) - 1
    return dyadic(digits, 0) if n == 10**digits else None


ORACLE = Elementary(
    known, mpmath=mpmath.log10, arb=lambda x: x.log() / flint.arb.const_log10(), mpfr=gmpy2.log10
)

DEFINITION = Formula(lambda x: mpmath.log(x) / mpmath.log(10))
