"""rsqrt: the root of a fraction, truncated after the bits that rounding needs.

Integers decide exactly whether the floor of the root equals the root, so exact cases and ties do
not need special treatment.
"""

from __future__ import annotations

from math import isqrt

from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, special
from samebits.spec.correctly_rounded.patterns import F64, INFINITY, NAN, SIGN, ZERO, decode, encode

_ENOUGH = F64.precision + 4
"""The number of bits of the truncated root: slightly more than a midpoint has."""


def reciprocal_root(a: int) -> int:
    """Return 1 / sqrt(a); a zero gives an infinity with its sign."""
    found = special(a, NAN, MINUS_INFINITY, INFINITY, ZERO)
    if found is not None:
        return found
    if a >= SIGN:
        return NAN
    _, significand, exponent = decode(a)
    shift = 2 * _ENOUGH + significand.bit_length()
    shift += (exponent + shift) & 1
    square, rest = divmod(1 << shift, significand)
    root = isqrt(square)
    exact = not rest and root * root == square
    return encode(False, 2 * root + (not exact), -(exponent + shift) // 2 - 1)


FUNCTION = reciprocal_root
