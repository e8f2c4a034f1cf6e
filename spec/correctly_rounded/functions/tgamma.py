"""tgamma: Gamma(x), which is the factorial (x - 1)! at a positive integer.

For other dyadic x, except odd multiples of 1/2, a theorem is not known. It would only be needed to
prove that the loop always ends. When the loop ends, the value is not a midpoint, so the result is
right.
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
    """Return Gamma(a), which overflows for a >= 172, and rounds to 0 for a < -200.

    171! > 2**1024. A number x < -200 that is not an integer has a distance of at least 2**-45 from
    every integer. Therefore the magnitude pi / |sin(pi x) Gamma(1 - x)| of Gamma(x) is below 2**45
    pi / 200! < 2**-1190. Gamma is positive if floor(x) is even. For |x| > 2**52 all numbers are
    integers.
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
    """Return Gamma(x); for x <= REFLECTED it is computed as pi / (sin(pi x) Gamma(1 - x))."""
    x = real(a, bits)
    if not at_most(a, -REFLECTED):
        return gamma(x)
    return pi(bits) / (sine_enclosed(a, bits) * gamma(1 - x))


FUNCTION = gamma_function
