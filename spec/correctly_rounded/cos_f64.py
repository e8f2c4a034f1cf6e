"""cos of binary64, correctly rounded (rule S4.cos: NaN at infinities, 1 at zeros).

For a number x other than 0, cos x is transcendental (Lindemann, 1882: i x is algebraic),
so it is no number of binary64 and does not lie halfway between two.

x is reduced by pi/2 with as many bits as its exponent needs: the remainder is as exact for 2**1023
as for 1.
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
    """The cosine of a in radians, patterns of binary64, rounded once."""
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
    """abs(x) modulo pi/2: the number of quarter turns modulo 4, and the rest as a ball.

    With w bits of x before the point, the division has w + 2 bits more than the rest. In its units,
    x is off by less than 1 (where bits of it are cut off), and pi/2 by 2 for each quarter turn, of
    which there are fewer than 0.64 2**w: together less than 2**(w + 2), one unit of the rest. The
    shift takes less than another. The rest is not below 0 nor above pi/2, by the pi/2 that is used.
    """
    whole = max(x.significand.bit_length() + x.exponent, 0)
    inner = bits + whole + 2
    shift = x.exponent + inner
    scaled = x.significand << shift if shift >= 0 else x.significand >> -shift
    quarters, rest = divmod(scaled, half_pi(inner))
    return quarters & 3, Ball(rest >> (inner - bits), 2)
