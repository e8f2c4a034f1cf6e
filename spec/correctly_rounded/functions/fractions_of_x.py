"""reciprocal, square, softsign, hardsigmoid, hardswish and derivatives: fractions, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import divide, multiply, quotient
from samebits.spec.correctly_rounded.frame import (
    HALF,
    MINUS_ONE,
    MINUS_ZERO,
    at_least,
    at_most,
    magnitude,
    sign,
    special,
)
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, ZERO, decode

_SIXTH = quotient(False, 1, 6, 0)


def reciprocal(a: int) -> int:
    """1 / a."""
    return divide(ONE, a)


def square(a: int) -> int:
    """a * a."""
    return multiply(a, a)


def softsign(a: int) -> int:
    """a / (1 + |a|)."""
    found = special(a, MINUS_ONE, a, a, ONE)
    if found is not None:
        return found
    number, one = _over_one(a)
    return sign(a) | quotient(False, number, one + number, 0)


def slope_of_softsign(a: int) -> int:
    """1 / (1 + |a|)**2."""
    found = special(a, ZERO, ONE, ONE, ZERO)
    if found is not None:
        return found
    number, one = _over_one(a)
    return quotient(False, one * one, (one + number) ** 2, 0)


def _over_one(a: int) -> tuple[int, int]:
    """|a| and 1 as integers in the same unit."""
    x = decode(a)
    if x.exponent >= 0:
        return x.significand << x.exponent, 1
    return x.significand, 1 << -x.exponent


def hardsigmoid(a: int) -> int:
    """min(max(a + 3, 0), 6) / 6."""
    found = special(a, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 3):
        return ZERO if at_most(a, 3) else ONE
    x = decode(a)
    return quotient(False, x.signed + (3 << -x.exponent), 6, x.exponent)


def slope_of_hardsigmoid(a: int) -> int:
    """1/6 strictly between -3 and 3."""
    found = special(a, ZERO, _SIXTH, _SIXTH, ZERO)
    if found is not None:
        return found
    return ZERO if at_least(magnitude(a), 3) else _SIXTH


def hardswish(a: int) -> int:
    """a min(max(a + 3, 0), 6) / 6."""
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    if at_least(magnitude(a), 3):
        return MINUS_ZERO if at_most(a, 3) else a
    x = decode(a)
    product = x.significand * (x.signed + (3 << -x.exponent))
    return quotient(x.negative, product, 6, 2 * x.exponent)


def slope_of_hardswish(a: int) -> int:
    """(2a + 3) / 6 between -3 and 3; the exact 0 at -3/2 is +0."""
    found = special(a, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 3):
        return ZERO if at_most(a, 3) else ONE
    x = decode(a)
    number = 2 * x.signed + (3 << -x.exponent)
    return quotient(number < 0, abs(number), 6, x.exponent)


FUNCTIONS = {
    "reciprocal": reciprocal,
    "square": square,
    "softsign": softsign,
    "softsign_derivative": slope_of_softsign,
    "hardsigmoid": hardsigmoid,
    "hardsigmoid_derivative": slope_of_hardsigmoid,
    "hardswish": hardswish,
    "hardswish_derivative": slope_of_hardswish,
}
