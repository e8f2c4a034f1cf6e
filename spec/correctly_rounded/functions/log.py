"""log: transcendental for every algebraic x > 0 other than 1 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE, SIGN, ZERO
from samebits.spec.correctly_rounded.reals import real


def logarithm(a: int) -> int:
    """Return the natural logarithm of a."""
    found = special_of_logarithm(a)
    return rounded(lambda bits: log(real(a, bits))) if found is None else found


def special_of_logarithm(a: int) -> int | None:
    """Return the special values that log, log2 and log10 share, or None for any other operand."""
    found = special(a, NAN, MINUS_INFINITY, MINUS_INFINITY, INFINITY)
    if found is not None:
        return found
    if a >= SIGN:
        return NAN
    return ZERO if a == ONE else None


FUNCTION = logarithm
