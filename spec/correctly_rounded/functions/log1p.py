"""log1p: log(1 + x) is transcendental for every algebraic x > -1 except 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log1p
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, MINUS_ONE, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN
from samebits.spec.correctly_rounded.reals import real


def logarithm_of_one_more(a: int) -> int:
    """Return the natural logarithm of 1 + a."""
    found = special(a, NAN, a, a, INFINITY)
    if found is not None:
        return found
    if a >= MINUS_ONE:
        return MINUS_INFINITY if a == MINUS_ONE else NAN
    return rounded(lambda bits: log1p(real(a, bits)))


FUNCTION = logarithm_of_one_more
