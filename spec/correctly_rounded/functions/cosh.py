"""cosh: (e**x + e**-x) / 2 is transcendental for every algebraic x not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import cosh
from samebits.spec.correctly_rounded.frame import magnitude, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE
from samebits.spec.correctly_rounded.reals import real


def hyperbolic_cosine(a: int) -> int:
    """Return (e**a + e**-a) / 2."""
    found = special(a, INFINITY, ONE, ONE, INFINITY)
    return rounded(lambda bits: cosh(real(magnitude(a), bits))) if found is None else found


FUNCTION = hyperbolic_cosine
