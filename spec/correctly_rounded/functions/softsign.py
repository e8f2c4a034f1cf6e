"""softsign: the fraction x / (1 + |x|), rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.frame import MINUS_ONE, sign, special
from samebits.spec.correctly_rounded.patterns import ONE, decode


def softsign(a: int) -> int:
    """Return a / (1 + |a|)."""
    found = special(a, MINUS_ONE, a, a, ONE)
    if found is not None:
        return found
    number, one = over_one(a)
    return sign(a) | quotient(False, number, one + number, 0)


def over_one(a: int) -> tuple[int, int]:
    """Return |a| and 1 as integers in the same unit."""
    x = decode(a)
    if x.exponent >= 0:
        return x.significand << x.exponent, 1
    return x.significand, 1 << -x.exponent


FUNCTION = softsign
