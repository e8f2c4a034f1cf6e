"""Tests that balls contain the values that Arb computes, and shrink as the precision grows."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from samebits.backends.numerics.multiple.tests.arguments import borders, pattern
from samebits.backends.numerics.multiple.tests.library import (
    EVERY,
    Multiple,
    attributes_of,
    ends,
    operands_of,
    oracle,
)
from samebits.oracles.rounding import decode

LIMBS = (2, 3, 5, 8, 9, 17, 25)
"""Numbers of limbs to test.

2 is too few for the loop; 3, 5, 9 and 17 are used for 128 to 1024 bits; 8 is the largest number
with tabulated constants.
"""

ARB_BITS = 2400
LOST = 100
"""The number of bits that cancellation may lose, at zeros of functions and in Stirling's series."""

RATIONAL = ("softsign", "softsign_derivative")


def _arguments(op: str) -> list[tuple[int, ...]]:
    draw = Random(len(op))
    width = operands_of(op) + attributes_of(op)
    one = [draw.choice((-1, 1)) * draw.random() * 2.0 ** draw.randrange(-9, 4) for _ in range(14)]
    # Only operands within the borders: beyond some borders a ball merely replaces the value
    # (nearly.h).
    places = borders(op) if operands_of(op) == 1 else ()
    some = [x * (1 - 2.0**-30) for x in places if abs(x) < 1000]
    found = [(x, *(1 + draw.random() for _ in range(width - 1))) for x in one + some]
    return [tuple(map(pattern, row)) for row in found]


def _enclosable(op: str) -> bool:
    return hasattr(oracle(op), "known") or op in RATIONAL


@pytest.mark.parametrize("op", [op for op in EVERY if _enclosable(op)])
def test_the_ball_holds_the_value_and_shrinks(multiple: Multiple, op: str) -> None:
    tried = 0
    for row in _arguments(op):
        operands = tuple(decode(bits, "f64") for bits in row)
        known = getattr(oracle(op), "known", lambda *_: None)(*operands)
        if multiple.known(op, row) or known is not None:
            continue
        low, high = ends(op, row, ARB_BITS)
        for limbs in LIMBS:
            ball = multiple.enclosed(op, row, limbs)
            assert ball is not None, (op, row, limbs)
            assert ball.low <= high, (op, row, limbs)
            assert low <= ball.high, (op, row, limbs)
            if ball.low != ball.high:  # Arb's ball is much smaller
                assert ball.low <= low, (op, row, limbs)
                assert high <= ball.high, (op, row, limbs)
            assert ball.relative_radius < Fraction(1, 2 ** (56 * limbs - LOST)), (op, row, limbs)
        tried += 1
    assert tried >= 4, op
