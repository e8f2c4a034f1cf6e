"""hardswish: the fraction x min(max(x + 3, 0), 6) / 6, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, at_most, magnitude, special
from samebits.spec.correctly_rounded.patterns import INFINITY, decode


def hardswish(a: int) -> int:
    """Return a min(max(a + 3, 0), 6) / 6."""
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    if at_least(magnitude(a), 3):
        return MINUS_ZERO if at_most(a, 3) else a
    x = decode(a)
    product = x.significand * (x.signed + (3 << -x.exponent))
    return quotient(x.negative, product, 6, 2 * x.exponent)


FUNCTION = hardswish
