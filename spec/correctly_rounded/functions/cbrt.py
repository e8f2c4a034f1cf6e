"""cbrt: the cube root of an integer, cut off after the bits that a rounding needs.

Its floor is compared with it by integers, so exact cases and ties need no list.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, special
from samebits.spec.correctly_rounded.patterns import F64, INFINITY, decode, encode

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


FUNCTION = cube_root
