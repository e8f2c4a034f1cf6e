"""cbrt: the cube root of an integer, truncated after the bits that rounding needs.

Integers decide exactly whether the floor of the root equals the root, so exact cases and ties do
not need special treatment.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, special
from samebits.spec.correctly_rounded.patterns import F64, INFINITY, decode, encode

_ENOUGH = F64.precision + 4
"""The number of bits of the truncated root: slightly more than a midpoint has."""


def cube_root(a: int) -> int:
    """Return the real cube root of a."""
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    negative, significand, exponent = decode(a)
    shift = max(3 * _ENOUGH - significand.bit_length(), 0)
    shift += (exponent - shift) % 3  # makes the exponent a multiple of three
    scaled = significand << shift
    root = _floor_of_cube_root(scaled)
    return encode(negative, 2 * root + (root**3 != scaled), (exponent - shift) // 3 - 1)


def _floor_of_cube_root(n: int) -> int:
    """Return the greatest integer whose cube is not above n > 0.

    Newton's step from r gives floor((2 r + floor(n / r**2)) / 3), and the first r is above the
    root. The mean of r, r and n / r**2 is not below their geometric mean, so r is never below the
    floor of the root. r decreases as long as it is above the root.
    """
    root = 1 << -(-n.bit_length() // 3)
    while True:
        step = (2 * root + n // (root * root)) // 3
        if step >= root:
            return root
        root = step


FUNCTION = cube_root
