"""sin, cos, tan of radians, and sinpi and cospi of half turns.

- sin x, cos x and tan x are transcendental for every algebraic x but 0 (Lindemann, 1882).
- sin(pi x) and cos(pi x) are rational for a dyadic x only at multiples of 1/2 (Niven, "Irrational
  Numbers", 1956, corollary 3.12), and irrational elsewhere.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded import series
from samebits.spec.correctly_rounded.cos_f64 import cosine as cosine_f64
from samebits.spec.correctly_rounded.cos_f64 import reduced
from samebits.spec.correctly_rounded.elementary import cosine, pi, sine, tangent
from samebits.spec.correctly_rounded.frame import HALF, MINUS_ONE, magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import NAN, ONE, ZERO, decode
from samebits.spec.correctly_rounded.reals import Real, real
from samebits.spec.correctly_rounded.sin_f64 import sine as sine_f64


def tangent_of_radians(a: int) -> int:
    """The tangent of a in radians."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    if magnitude(a) < HALF:
        return rounded(lambda bits: tangent(real(a, bits)))
    return sign(a) ^ rounded(lambda bits: _tangent(a, bits))


def _tangent(a: int, bits: int) -> Real:
    """tan |a|: in an odd quarter turn it is -cos r / sin r, with the rest r from 0 to pi/2."""
    quarters, rest = reduced(decode(a), bits)
    sine_of, cosine_of = (
        Real(*ball, -bits, bits) for ball in (series.sin(rest, bits), series.cos(rest, bits))
    )
    return -cosine_of / sine_of if quarters & 1 else sine_of / cosine_of


def sine_of_half_turns(a: int) -> int:
    """sin(pi a)."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    x = decode(a)
    if x.exponent >= 0:
        return sign(a)
    quarters, rest = _quarters(x.signed, x.exponent)
    if not rest:
        return sign(a) if quarters % 2 == 0 else ONE if quarters == 1 else MINUS_ONE
    return rounded(lambda bits: half_turns(a, bits))


def cosine_of_half_turns(a: int) -> int:
    """cos(pi a) = sin(pi (a + 1/2)), the half being a quarter turn that is added exactly."""
    found = special(a, NAN, ONE, ONE, NAN)
    if found is not None:
        return found
    x = decode(a)
    if x.exponent > 0:
        return ONE
    quarters, rest = _quarters(x.signed, x.exponent)
    quarters = (quarters + 1) % 4
    if not rest:
        return ZERO if quarters % 2 == 0 else ONE if quarters == 1 else MINUS_ONE
    return rounded(lambda bits: _turned(quarters, Real(rest, 0, x.exponent, bits)))


def half_turns(a: int, bits: int) -> Real:
    """sin(pi a) as a ball, for a number that is no integer."""
    x = decode(a)
    quarters, rest = _quarters(x.signed, x.exponent)
    return _turned(quarters, Real(rest, 0, x.exponent, bits))


def _quarters(number: int, exponent: int) -> tuple[int, int]:
    """number * 2**exponent as the nearest multiple of 1/2, modulo 4, and the rest, up to 1/4.

    The rest is in units of 2**exponent, and 0 from the exponent -1 on.
    """
    if exponent >= -1:
        return (number << (exponent + 1)) % 4, 0
    half = 1 << (-1 - exponent)
    nearest = (2 * number + half) // (2 * half)
    return nearest % 4, number - nearest * half


def _turned(quarters: int, rest: Real) -> Real:
    """sin(pi rest + quarters pi/2), where |pi rest| <= pi/4 < 1."""
    angle = rest * pi(rest.bits)
    value = cosine(angle) if quarters % 2 else sine(angle)
    return -value if quarters >= 2 else value


FUNCTIONS = {
    "sin": sine_f64,
    "cos": cosine_f64,
    "tan": tangent_of_radians,
    "sinpi": sine_of_half_turns,
    "cospi": cosine_of_half_turns,
}
