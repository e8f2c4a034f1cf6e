"""sin of binary64, correctly rounded (rule S4.sin: NaN at infinities, the operand at zeros).

For a number x other than 0, sin x is transcendental (Lindemann, 1882: i x is algebraic),
so it is no number of binary64 and does not lie halfway between two.
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
"""Below 2**-26 x - sin x < x**3 / 6 is less than half of what parts x from its neighbours."""


def sine(a: int) -> int:
    """The sine of a in radians, patterns of binary64, rounded once."""
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
