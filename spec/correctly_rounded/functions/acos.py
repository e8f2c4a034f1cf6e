"""acos: an angle other than 0 with an algebraic cosine is transcendental (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import atan
from samebits.spec.correctly_rounded.frame import (
    MINUS_ONE,
    magnitude,
    quarters_of_pi,
    rounded,
    special,
)
from samebits.spec.correctly_rounded.patterns import NAN, ONE, ZERO
from samebits.spec.correctly_rounded.reals import Real, real, square_root


def arc_cosine(a: int) -> int:
    """Return the angle from 0 to pi whose cosine is a: 2 atan(sqrt((1 - a) / (1 + a)))."""
    found = special(a, NAN, quarters_of_pi(2), quarters_of_pi(2), NAN)
    if found is not None:
        return found
    if magnitude(a) >= ONE:
        return ZERO if a == ONE else quarters_of_pi(4) if a == MINUS_ONE else NAN
    return rounded(lambda bits: _arc_cosine(real(a, bits)))


def _arc_cosine(x: Real) -> Real:
    return atan(square_root((1 - x) / (1 + x))) * 2


FUNCTION = arc_cosine
