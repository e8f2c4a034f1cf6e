"""atan2: an angle other than 0 with an algebraic tangent is transcendental (Lindemann, 1882).

The angle of a point with dyadic coordinates is transcendental, unless the point is on the positive
axis.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import atan, pi
from samebits.spec.correctly_rounded.frame import magnitude, quarters_of_pi, rounded, sign
from samebits.spec.correctly_rounded.patterns import NAN, SIGN, ZERO, is_infinite, is_nan, is_zero
from samebits.spec.correctly_rounded.reals import Real, real


def angle(b: int, a: int) -> int:
    """Return the angle from -pi to pi of the point with ordinate b and abscissa a (S4.atan2)."""
    if is_nan(a) or is_nan(b):
        return NAN
    left = a >= SIGN
    if is_infinite(b):
        return sign(b) | quarters_of_pi((3 if left else 1) if is_infinite(a) else 2)
    if is_infinite(a) or is_zero(b):
        return sign(b) | (quarters_of_pi(4) if left else ZERO)
    if is_zero(a):
        return sign(b) | quarters_of_pi(2)
    return sign(b) | rounded(lambda bits: _angle(magnitude(b), a, bits))


def _angle(b: int, a: int, bits: int) -> Real:
    """Return the angle of a point above the axis of abscissas."""
    steep = atan(real(b, bits) / real(magnitude(a), bits))
    return pi(bits) - steep if a >= SIGN else steep


FUNCTION = angle
