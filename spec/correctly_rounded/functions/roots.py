"""cbrt, rsqrt, hypot: roots of integers, cut off after the bits that a rounding needs.

The floor of a root is compared with the root by integers, so exact cases and ties need no list: an
inexact one lies strictly between two neighbouring integers, and `encode` is told so.
"""

from __future__ import annotations

from math import isqrt

from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, special
from samebits.spec.correctly_rounded.patterns import (
    F64,
    INFINITY,
    NAN,
    SIGN,
    ZERO,
    decode,
    encode,
    is_infinite,
    is_nan,
)

_ENOUGH = F64.precision + 4
"""Bits of a root that is cut off: those of a midpoint, and some to spare."""


def cube_root(a: int) -> int:
    """The real cube root of a."""
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    negative, significand, exponent = decode(a)
    shift = max(3 * _ENOUGH - significand.bit_length(), 0)
    shift += (exponent - shift) % 3  # which makes the exponent a multiple of three
    scaled = significand << shift
    root = _floor_of_cube_root(scaled)
    return encode(negative, 2 * root + (root**3 != scaled), (exponent - shift) // 3 - 1)


def _floor_of_cube_root(n: int) -> int:
    """The greatest integer whose cube is not above n > 0.

    From a start above the root, Newton's step floor((2 r + floor(n / r**2)) / 3) is not below the
    floor of the root, as a mean of r, r and n / r**2 is not below their geometric mean; and it
    falls as long as r is above the root.
    """
    root = 1 << -(-n.bit_length() // 3)
    while True:
        step = (2 * root + n // (root * root)) // 3
        if step >= root:
            return root
        root = step


def reciprocal_root(a: int) -> int:
    """1 / sqrt(a); at a zero an infinity with its sign."""
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


def length(a: int, b: int) -> int:
    """sqrt(a**2 + b**2); an infinity counts more than a NaN (S4.hypot)."""
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


FUNCTIONS = {"cbrt": cube_root, "rsqrt": reciprocal_root, "hypot": length}
