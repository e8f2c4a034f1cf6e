"""exp: e**x is transcendental for every algebraic x other than 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp
from samebits.spec.correctly_rounded.frame import rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, ZERO
from samebits.spec.correctly_rounded.reals import real


def exponential(a: int) -> int:
    """Return e to the power of a."""
    found = special(a, ZERO, ONE, ONE, INFINITY)
    return rounded(lambda bits: exp(real(a, bits))) if found is None else found


FUNCTION = exponential
