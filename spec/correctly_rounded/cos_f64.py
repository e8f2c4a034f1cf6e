"""cos of binary64, correctly rounded (rule S4.cos: NaN at infinities, 1 at zeros).

For a number x other than 0, cos x is transcendental (Lindemann, 1882: i x is algebraic). So it is
neither a number of binary64 nor halfway between two of them.

x is reduced by pi/2 with as many bits as its exponent needs. The remainder has the same precision
for 2**1023 as for 1.
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
    """Return abs(x) modulo pi/2: the number of quarter turns modulo 4, and the rest as a ball.

    Let w be the number of bits of x before the point. The division has w + 2 bits more than the
    rest. In units of the division, x is off by less than 1 (its last bits may be cut off). pi/2 is
    off by 2 for each quarter turn, and there are fewer than 0.64 2**w of them. The sum is less than
    2**(w + 2), which is one unit of the rest. The shift adds less than one more unit. Relative to
    the pi/2 that is used, the rest is from 0 to pi/2.
    """
    whole = max(x.significand.bit_length() + x.exponent, 0)
    inner = bits + whole + 2
    shift = x.exponent + inner
    scaled = x.significand << shift if shift >= 0 else x.significand >> -shift
    quarters, rest = divmod(scaled, half_pi(inner))
    return quarters & 3, Ball(rest >> (inner - bits), 2)
