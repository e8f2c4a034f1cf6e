"""hardsigmoid: the fraction min(max(x + 3, 0), 6) / 6, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.frame import HALF, at_least, at_most, magnitude, special
from samebits.spec.correctly_rounded.patterns import ONE, ZERO, decode


def hardsigmoid(a: int) -> int:
    """Return min(max(a + 3, 0), 6) / 6."""
    found = special(a, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 3):
        return ZERO if at_most(a, 3) else ONE
    x = decode(a)
    return quotient(False, x.signed + (3 << -x.exponent), 6, x.exponent)


FUNCTION = hardsigmoid
