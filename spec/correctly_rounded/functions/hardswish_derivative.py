"""hardswish_derivative: the fraction (2x + 3) / 6 between -3 and 3, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.frame import HALF, at_least, at_most, magnitude, special
from samebits.spec.correctly_rounded.patterns import ONE, ZERO, decode


def slope_of_hardswish(a: int) -> int:
    """Return (2a + 3) / 6 between -3 and 3; the exact 0 at -3/2 is +0."""
    found = special(a, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 3):
        return ZERO if at_most(a, 3) else ONE
    x = decode(a)
    number = 2 * x.signed + (3 << -x.exponent)
    return quotient(number < 0, abs(number), 6, x.exponent)


FUNCTION = slope_of_hardswish
