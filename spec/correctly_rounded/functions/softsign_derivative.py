"""softsign_derivative: the fraction 1 / (1 + |x|)**2, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.frame import special
from samebits.spec.correctly_rounded.functions.softsign import over_one
from samebits.spec.correctly_rounded.patterns import ONE, ZERO


def slope_of_softsign(a: int) -> int:
    """Return 1 / (1 + |a|)**2."""
    found = special(a, ZERO, ONE, ONE, ZERO)
    if found is not None:
        return found
    number, one = over_one(a)
    return quotient(False, one * one, (one + number) ** 2, 0)


FUNCTION = slope_of_softsign
