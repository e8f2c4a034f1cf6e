"""expm1: e**x - 1 is transcendental for every algebraic x other than 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import expm1
from samebits.spec.correctly_rounded.frame import MINUS_ONE, at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import real


def exponential_less_one(a: int) -> int:
    """Return e**a - 1; for a < -50 it is above -1 by less than e**-50 < 2**-72."""
    found = special(a, MINUS_ONE, a, a, INFINITY)
    if found is not None:
        return found
    return MINUS_ONE if at_most(a, 50) else rounded(lambda bits: expm1(real(a, bits)))


FUNCTION = exponential_less_one
