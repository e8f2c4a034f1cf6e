"""asin: an angle other than 0 with an algebraic sine is transcendental (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import atan
from samebits.spec.correctly_rounded.frame import magnitude, quarters_of_pi, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import NAN, ONE
from samebits.spec.correctly_rounded.reals import Real, real, square_root


def arc_sine(a: int) -> int:
    """Return the angle from -pi/2 to pi/2 whose sine is a; its tangent is a / sqrt(1 - a**2)."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    if magnitude(a) >= ONE:
        return sign(a) | quarters_of_pi(2) if magnitude(a) == ONE else NAN
    return rounded(lambda bits: _arc_sine(real(a, bits)))


def _arc_sine(x: Real) -> Real:
    return atan(x / square_root((1 - x) * (1 + x)))


FUNCTION = arc_sine
