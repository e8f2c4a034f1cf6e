"""log2: an integer at powers of two, and irrational at other dyadic x > 0.

If 2**(a/b) = x, then x**b is a power of two, so x is a power of two.
"""

from typing import Any

import flint
import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real, dyadic
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, special


def known(x: Real) -> Real | None:
    """Return known results (S4): log2(1) = +0, log2(+-0) = -inf, NaN below zero; n for x = 2**n."""
    found = special(x, NAN, NEGATIVE_INFINITY, NEGATIVE_INFINITY, INFINITY)
    if found is not None:
        return found
    if x.negative:
        return NAN
    if x.significand.bit_count() == 1:
        return dyadic(x.exponent + x.significand.bit_length() - 1, 0)
    return None


def _mpmath(x: Any) -> Any:
    return mpmath.log(x, 2)


ORACLE = Elementary(
    known, mpmath=_mpmath, arb=lambda x: x.log() / flint.arb.const_log2(), mpfr=gmpy2.log2
)

DEFINITION = Formula(lambda x: mpmath.log(x) / mpmath.log(2))
