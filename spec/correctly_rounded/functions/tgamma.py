"""tgamma: Gamma(x), which is the factorial (x - 1)! at a positive integer.

For other dyadic x, except halves, no theorem is known. A theorem is needed only to prove that the
loop always ends. Where it ends, the value is not a midpoint, so the answer is right.
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
    """Return Gamma(a); from 172 on it overflows, and below -200 it rounds to 0.

    171! > 2**1024. Below -200 a number x that is not an integer is at least 2**-45 away from one.
    So the magnitude pi / |sin(pi x) Gamma(1 - x)| of Gamma(x) is below 2**45 pi / 200! < 2**-1190.
    Gamma is positive where the integer below x is even. Beyond 2**52 all numbers are integers.
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
    """Return Gamma(x); far to the left it is pi / (sin(pi x) Gamma(1 - x))."""
    x = real(a, bits)
    if not at_most(a, -REFLECTED):
        return gamma(x)
    return pi(bits) / (sine_enclosed(a, bits) * gamma(1 - x))


FUNCTION = gamma_function
