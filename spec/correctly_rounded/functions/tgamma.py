"""tgamma: Gamma(x), at a positive integer the factorial (x - 1)!.

For other dyadic x but halves no theorem is known. None is needed for an answer to be right, only
for one to come: where the loop ends, it has shown that the value is no midpoint.
"""

from __future__ import annotations

from math import factorial

from samebits.spec.correctly_rounded.elementary import pi
from samebits.spec.correctly_rounded.frame import (
    MINUS_INFINITY,
    MINUS_ZERO,
    at_least,
    at_most,
    rounded,
    special,
    whole,
)
from samebits.spec.correctly_rounded.gamma_function import REFLECTED, gamma
from samebits.spec.correctly_rounded.half_turns import sine_enclosed
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ZERO, decode, encode
from samebits.spec.correctly_rounded.reals import Real, real


def gamma_function(a: int) -> int:
    """Gamma(a): beyond 172 it overflows, below -200 it rounds to 0.

    171! > 2**1024. And below -200 a number is at least 2**-45 away from an integer, so that
    |Gamma(x)| = pi / |sin(pi x) Gamma(1 - x)| < 2**45 pi / 200! < 2**-1190; Gamma is positive
    where the integer below x is even. Beyond 2**52 there are integers alone.
    """
    found = special(a, NAN, MINUS_INFINITY, INFINITY, INFINITY)
    if found is not None:
        return found
    if at_least(a, 172):
        return INFINITY
    n = whole(a)
    if n is not None:
        return NAN if n < 0 else encode(False, factorial(n - 1), 0)
    if at_most(a, 200):
        x = decode(a)
        return MINUS_ZERO if (x.signed >> -x.exponent) & 1 else ZERO
    return rounded(lambda bits: _gamma(a, bits))


def _gamma(a: int, bits: int) -> Real:
    """Gamma(x), far to the left as pi / (sin(pi x) Gamma(1 - x))."""
    x = real(a, bits)
    if not at_most(a, -REFLECTED):
        return gamma(x)
    return pi(bits) / (sine_enclosed(a, bits) * gamma(1 - x))


FUNCTION = gamma_function
