"""atan: an angle other than 0 with an algebraic tangent is transcendental (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import atan
from samebits.spec.correctly_rounded.frame import quarters_of_pi, rounded, special
from samebits.spec.correctly_rounded.patterns import SIGN
from samebits.spec.correctly_rounded.reals import real


def arc_tangent(a: int) -> int:
    """Return the angle from -pi/2 to pi/2 whose tangent is a."""
    right = quarters_of_pi(2)
    found = special(a, SIGN | right, a, a, right)
    return rounded(lambda bits: atan(real(a, bits))) if found is None else found


FUNCTION = arc_tangent
