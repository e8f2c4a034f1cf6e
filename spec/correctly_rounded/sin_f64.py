"""sin of binary64, correctly rounded (rule S4.sin: NaN at infinities, the operand at zeros).

For a number x other than 0, sin x is transcendental (Lindemann, 1882: i x is algebraic). Therefore
it is neither a number of binary64 nor halfway between two of them.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.cos_f64 import reduced
from samebits.spec.correctly_rounded.patterns import (
    NAN,
    Number,
    decode,
    is_infinite,
    is_nan,
    is_zero,
)
from samebits.spec.correctly_rounded.series import cos, sin
from samebits.spec.correctly_rounded.settling import Enclosure, settled

_ALIKE = -26
"""The exponent below which sin x rounds to x, that is for |x| < 2**-26.

There, x - sin x < x**3 / 6 is less than half of the distance of x from its neighbours.
"""


def sine(a: int) -> int:
    """Return the sine of a in radians, rounded once; a and the result are bit patterns."""
    if is_nan(a) or is_infinite(a):
        return NAN
    if is_zero(a):
        return a
    x = decode(a)
    if x.significand.bit_length() + x.exponent <= _ALIKE:
        return a
    return settled(lambda bits: _enclosed(x, bits))


def _enclosed(x: Number, bits: int) -> Enclosure:
    quarters, r = reduced(x, bits)
    middle, radius = cos(r, bits) if quarters & 1 else sin(r, bits)
    if (quarters in (2, 3)) != x.negative:
        middle = -middle
    return Enclosure(middle - radius, middle + radius, -bits)
