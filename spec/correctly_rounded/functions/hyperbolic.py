"""sinh, cosh, tanh, tanhshrink and the derivatives of the last two.

All are rational functions of e**x and x that are not constant in e**x, so for an algebraic x other
than 0 their values are transcendental (Lindemann, 1882).
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp, expm1
from samebits.spec.correctly_rounded.frame import (
    MINUS_INFINITY,
    MINUS_ONE,
    at_least,
    magnitude,
    rounded,
    sign,
    special,
)
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, ZERO, decode, encode
from samebits.spec.correctly_rounded.reals import Real, real


def hyperbolic_sine(a: int) -> int:
    """(e**a - e**-a) / 2 = (t + t / (1 + t)) / 2 with t = e**|a| - 1, and the sign of a."""
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    return sign(a) | rounded(lambda bits: _sinh(real(magnitude(a), bits)))


def _sinh(x: Real) -> Real:
    t = expm1(x)
    return (t + t / (1 + t)).times_power_of_two(-1)


def hyperbolic_cosine(a: int) -> int:
    """(e**a + e**-a) / 2."""
    found = special(a, INFINITY, ONE, ONE, INFINITY)
    return rounded(lambda bits: _cosh(real(magnitude(a), bits))) if found is None else found


def _cosh(x: Real) -> Real:
    w = exp(x)
    return (w + 1 / w).times_power_of_two(-1)


def hyperbolic_tangent(a: int) -> int:
    """t / (t + 2) with t = e**(2|a|) - 1. From 30 on it is within 2 e**-60 < 2**-85 of 1."""
    found = special(a, MINUS_ONE, a, a, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 30):
        return sign(a) | ONE
    return rounded(lambda bits: tanh(real(a, bits)))


def tanh(x: Real) -> Real:
    """tanh x."""
    t = expm1(x * 2)
    return t / (t + 2)


def slope_of_tangent(a: int) -> int:
    """1 / cosh(a)**2, of a tiny a too: it rounds to 1 as soon as a ball around 1 is small."""
    found = special(a, ZERO, ONE, ONE, ZERO)
    return rounded(lambda bits: _slope(real(magnitude(a), bits))) if found is None else found


def _slope(x: Real) -> Real:
    cosh = _cosh(x)
    return 1 / (cosh * cosh)


def shrunk(a: int) -> int:
    """a - tanh a, about a**3 / 3 near 0: the difference cancels, so the loop takes more bits.

    From 30 on the magnitude is |a| - (1 - d) with 0 < d < 2 e**-60 < 2**-85, so between |a| - 1,
    which may be a midpoint, and the number that `encode` takes for more than that: with at least
    60 bits behind the point, or none that count where |a| is beyond 2**60.
    """
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    if not at_least(magnitude(a), 30):
        return rounded(lambda bits: _shrunk(real(a, bits)))
    x, places = decode(a), 80
    if x.exponent >= 0:
        less = (x.significand << (x.exponent + places)) - (1 << places)
    else:
        less = (x.significand << (places + x.exponent)) - (1 << places)
    return encode(x.negative, 2 * less + 1, -places - 1)


def _shrunk(x: Real) -> Real:
    return x - tanh(x)


def slope_of_shrunk(a: int) -> int:
    """tanh(a)**2. From 30 on it is within 4 e**-60 < 2**-84 of 1."""
    found = special(a, ONE, ZERO, ZERO, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 30):
        return ONE
    return rounded(lambda bits: _square(tanh(real(a, bits))))


def _square(t: Real) -> Real:
    return t * t


FUNCTIONS = {
    "sinh": hyperbolic_sine,
    "cosh": hyperbolic_cosine,
    "tanh": hyperbolic_tangent,
    "tanh_derivative": slope_of_tangent,
    "tanhshrink": shrunk,
    "tanhshrink_derivative": slope_of_shrunk,
}
