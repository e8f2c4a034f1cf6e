"""cos of binary64, correctly rounded (rule S4.cos: NaN at infinities, 1 at zeros).

For a number x other than 0, cos x is transcendental (Lindemann, 1882: i x is algebraic). Therefore
it is neither a number of binary64 nor halfway between two of them.

x is reduced modulo pi/2 with as many bits as its exponent needs. The remainder has the same
precision for x = 2**1023 as for x = 1.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.patterns import (
    NAN,
    ONE,
    Number,
    decode,
    is_infinite,
    is_nan,
    is_zero,
)
from samebits.spec.correctly_rounded.series import Ball, cos, half_pi, sin
from samebits.spec.correctly_rounded.settling import Enclosure, settled


def cosine(a: int) -> int:
    """Return the cosine of a in radians, rounded once; a and the result are bit patterns."""
    if is_nan(a) or is_infinite(a):
        return NAN
    if is_zero(a):
        return ONE
    x = decode(a)
    return settled(lambda bits: _enclosed(x, bits))


def _enclosed(x: Number, bits: int) -> Enclosure:
    quarters, r = reduced(x, bits)
    middle, radius = sin(r, bits) if quarters & 1 else cos(r, bits)
    if quarters in (1, 2):
        middle = -middle
    return Enclosure(middle - radius, middle + radius, -bits)


def reduced(x: Number, bits: int) -> tuple[int, Ball]:
    """Return abs(x) modulo pi/2: the number of quarter turns modulo 4, and the remainder as a ball.

    Let w be the number of bits of x before the point. The division uses w + 2 more bits than the
    remainder. In units of the division, the error of x is below 1 (its last bits may be cut off).
    The error of pi/2 is 2 for each quarter turn, and there are fewer than 0.64 2**w quarter turns.
    The sum of the errors is less than 2**(w + 2), which is one unit of the remainder. The shift
    adds less than one more unit. The remainder is from 0 to the approximation of pi/2 that is used.
    """
    whole = max(x.significand.bit_length() + x.exponent, 0)
    inner = bits + whole + 2
    shift = x.exponent + inner
    scaled = x.significand << shift if shift >= 0 else x.significand >> -shift
    quarters, rest = divmod(scaled, half_pi(inner))
    return quarters & 3, Ball(rest >> (inner - bits), 2)
