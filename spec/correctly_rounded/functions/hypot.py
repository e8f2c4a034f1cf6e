"""hypot: the root of a sum of squares of integers, truncated after the bits that rounding needs.

Integers decide exactly whether the floor of the root equals the root, so exact cases and ties do
not need special treatment.
"""

from __future__ import annotations

from math import isqrt

from samebits.spec.correctly_rounded.patterns import (
    F64,
    INFINITY,
    NAN,
    ZERO,
    decode,
    encode,
    is_infinite,
    is_nan,
)

_ENOUGH = F64.precision + 4
"""The number of bits of the truncated root: slightly more than a midpoint has."""


def length(a: int, b: int) -> int:
    """Return sqrt(a**2 + b**2); an infinity takes precedence over a NaN (S4.hypot)."""
    if is_infinite(a) or is_infinite(b):
        return INFINITY
    if is_nan(a) or is_nan(b):
        return NAN
    x, y = decode(a), decode(b)
    least = min(x.exponent, y.exponent)
    total = (x.significand << (x.exponent - least)) ** 2
    total += (y.significand << (y.exponent - least)) ** 2
    if not total:
        return ZERO
    half = max(_ENOUGH - total.bit_length() // 2, 0)
    scaled = total << 2 * half
    root = isqrt(scaled)
    return encode(False, 2 * root + (root * root != scaled), least - half - 1)


FUNCTION = length
