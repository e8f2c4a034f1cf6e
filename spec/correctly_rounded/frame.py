"""Special values and the rounding of a ball, shared by the modules of `functions/`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from samebits.spec.correctly_rounded.arithmetic import from_integer
from samebits.spec.correctly_rounded.elementary import pi
from samebits.spec.correctly_rounded.patterns import (
    INFINITY,
    NAN,
    ONE,
    SIGN,
    ZERO,
    decode,
    is_infinite,
    is_nan,
    is_zero,
)
from samebits.spec.correctly_rounded.reals import Real, TooWideError
from samebits.spec.correctly_rounded.settling import Enclosure, settled

HALF = 0x3FE0000000000000
MINUS_ONE = SIGN | ONE
MINUS_ZERO = SIGN | ZERO
MINUS_INFINITY = SIGN | INFINITY

_ANYTHING = Enclosure(-1, 1, 1 << 20)
"""An enclosure of every number of binary64, which makes `settled` try again with more bits.

Its ends round to infinities of both signs.
"""


def special(
    a: int, at_minus_infinity: int, at_minus_zero: int, at_zero: int, at_infinity: int
) -> int | None:
    """Return the result for an infinity, a zero or a NaN, or None for any other operand (S4.3)."""
    if is_nan(a):
        return NAN
    if is_infinite(a):
        return at_minus_infinity if a >= SIGN else at_infinity
    if is_zero(a):
        return at_minus_zero if a >= SIGN else at_zero
    return None


def rounded(value: Callable[[int], Real]) -> int:
    """Return the pattern to which a real number rounds.

    `value` returns a ball for a precision in bits. The real number must be neither 0 nor halfway
    between two numbers of binary64.
    """

    def enclosed(bits: int) -> Enclosure:
        try:
            ball = value(bits)
        except TooWideError:
            return _ANYTHING
        return Enclosure(ball.middle - ball.radius, ball.middle + ball.radius, ball.exponent)

    return settled(enclosed)


def at_least(a: int, limit: int) -> bool:
    """Return whether a number is at least `limit`, for a positive integer `limit`."""
    return from_integer(limit) <= a < SIGN


def at_most(a: int, limit: int) -> bool:
    """Return whether a number is at most -`limit`, for a positive integer `limit`."""
    return a >= SIGN and a - SIGN >= from_integer(limit)


def magnitude(a: int) -> int:
    """Return the pattern without its sign."""
    return a & (SIGN - 1)


def sign(a: int) -> int:
    """Return the pattern with only its sign bit."""
    return a & SIGN


def whole(a: int) -> int | None:
    """Return a finite number as an integer, or None if it is not an integer."""
    x = decode(a)
    if x.exponent >= 0:
        return x.signed << x.exponent
    floor = x.significand >> -x.exponent
    if floor << -x.exponent != x.significand:
        return None
    return -floor if x.negative else floor


@lru_cache(maxsize=8)
def quarters_of_pi(number: int) -> int:
    """Return the pattern of number * pi/4."""
    return rounded(lambda bits: (pi(bits) * number).times_power_of_two(-2))
