"""rsqrt: 1 / sqrt(x), exact only for powers of four.

Let x = m * 4**k, where m is odd or twice an odd number. 1/sqrt(m) is irrational, or 1/n with an odd
n, whose binary expansion never ends unless m = 1. So there is no other exact case and no tie.
"""

from typing import Any

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real, dyadic
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4) and the roots of powers of four.

    rsqrt(+-0) is +-inf as in IEEE 754 rSqrt, and the result is NaN below zero.
    """
    found = special(x, NAN, NEGATIVE_INFINITY, INFINITY, ZERO)
    if found is not None:
        return found
    if x.negative:
        return NAN
    exponent = x.exponent + x.significand.bit_length() - 1
    if x.significand.bit_count() == 1 and exponent % 2 == 0:
        return dyadic(1, -exponent // 2)
    return None


def _mpmath(x: Any) -> Any:
    return 1 / mpmath.sqrt(x)


ORACLE = Elementary(known, mpmath=_mpmath, arb=lambda x: x.rsqrt(), mpfr=gmpy2.rec_sqrt)

DEFINITION = Formula(lambda x: x ** mpmath.mpf(-0.5))
