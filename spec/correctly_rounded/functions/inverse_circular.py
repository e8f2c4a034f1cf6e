"""asin, acos, atan, atan2.

An angle other than 0 whose sine, cosine or tangent is algebraic is transcendental (Lindemann,
1882). So asin x, acos x, atan x and the angle of a point are so, except where they are 0.
"""

from __future__ import annotations

from functools import lru_cache

from samebits.spec.correctly_rounded.elementary import atan, pi
from samebits.spec.correctly_rounded.frame import MINUS_ONE, magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import (
    NAN,
    ONE,
    SIGN,
    ZERO,
    is_infinite,
    is_nan,
    is_zero,
)
from samebits.spec.correctly_rounded.reals import Real, real, square_root


@lru_cache(maxsize=8)
def quarters_of_pi(number: int) -> int:
    """The pattern of number * pi/4."""
    return rounded(lambda bits: (pi(bits) * number).times_power_of_two(-2))


def arc_sine(a: int) -> int:
    """The angle from -pi/2 to pi/2 whose sine is a: that with the tangent a / sqrt(1 - a**2)."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    if magnitude(a) >= ONE:
        return sign(a) | quarters_of_pi(2) if magnitude(a) == ONE else NAN
    return rounded(lambda bits: _arc_sine(real(a, bits)))


def _arc_sine(x: Real) -> Real:
    return atan(x / square_root((1 - x) * (1 + x)))


def arc_cosine(a: int) -> int:
    """The angle from 0 to pi whose cosine is a: 2 atan(sqrt((1 - a) / (1 + a)))."""
    found = special(a, NAN, quarters_of_pi(2), quarters_of_pi(2), NAN)
    if found is not None:
        return found
    if magnitude(a) >= ONE:
        return ZERO if a == ONE else quarters_of_pi(4) if a == MINUS_ONE else NAN
    return rounded(lambda bits: _arc_cosine(real(a, bits)))


def _arc_cosine(x: Real) -> Real:
    return atan(square_root((1 - x) / (1 + x))) * 2


def arc_tangent(a: int) -> int:
    """The angle from -pi/2 to pi/2 whose tangent is a."""
    right = quarters_of_pi(2)
    found = special(a, SIGN | right, a, a, right)
    return rounded(lambda bits: atan(real(a, bits))) if found is None else found


def angle(b: int, a: int) -> int:
    """The angle from -pi to pi of the point with the ordinate b and the abscissa a (S4.atan2)."""
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
    """The angle of a point above the axis."""
    steep = atan(real(b, bits) / real(magnitude(a), bits))
    return pi(bits) - steep if a >= SIGN else steep


FUNCTIONS = {"asin": arc_sine, "acos": arc_cosine, "atan": arc_tangent, "atan2": angle}
