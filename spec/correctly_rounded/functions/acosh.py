"""acosh: the logarithm of an algebraic number other than 1 is transcendental (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log1p
from samebits.spec.correctly_rounded.frame import rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE, ZERO
from samebits.spec.correctly_rounded.reals import Real, real, square_root


def inverse_cosine(a: int) -> int:
    """Return log(a + sqrt(a**2 - 1)) for a >= 1."""
    found = special(a, NAN, NAN, NAN, INFINITY)
    if found is not None:
        return found
    if a == ONE:
        return ZERO
    if not ONE < a < INFINITY:
        return NAN
    return rounded(lambda bits: _acosh(real(a, bits)))


def _acosh(x: Real) -> Real:
    """Return log(1 + t + sqrt(t (t + 2))) with t = x - 1."""
    t = x - 1
    return log1p(t + square_root(t * (t + 2)))


FUNCTION = inverse_cosine
