"""Tests that sums, products, quotients and roots of balls contain the exact results.

They also test that balls round correctly.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from samebits.backends.numerics.multiple.tests.library import Given, Multiple
from samebits.oracles.rounding import round_to

OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
}
EXTREME = (0, 1, 2**63, 2**64 - 1, 2**64 - 2, 2**63 - 1)
"""Words that reveal wrong carries, borrows and quotient digits."""


def _middle(draw: Random, limbs: int) -> int:
    kind = draw.randrange(4)
    words = [draw.choice(EXTREME) if kind else draw.getrandbits(64) for _ in range(limbs)]
    if kind == 3:
        words = [0] * (limbs - 1) + words[-1:]
    words[-1] |= 1 << 63
    return sum(word << (64 * i) for i, word in enumerate(words))


def _given(draw: Random, limbs: int) -> Given:
    exponent = draw.choice((0, 0, 1, -1, 2, draw.randrange(-700, 700), 64, -64, 128))
    exact = draw.random() < 0.4
    m = 0 if exact else draw.randrange(2**31, 2**32)
    e = 0 if exact else exponent - draw.choice((40, 60, 64 * limbs, 64 * limbs + 32, 100))
    return Given(_middle(draw, limbs), exponent, m, e, draw.random() < 0.5)


@pytest.mark.parametrize("kind", OPERATIONS)
@pytest.mark.parametrize("limbs", [2, 3, 4, 7])
def test_the_ball_holds_every_result(multiple: Multiple, kind: str, limbs: int) -> None:
    draw = Random(limbs)
    for _ in range(400):
        a, b = _given(draw, limbs), _given(draw, limbs)
        if draw.random() < 0.1:
            b = Given(a.middle, a.exponent, b.m, b.e - b.exponent + a.exponent, b.negative)
        left, right = a.ball(limbs), b.ball(limbs)
        found = multiple.combined(kind, (a, b), limbs)
        assert found is not None
        exact = [
            OPERATIONS[kind](x, y)
            for x in (left.low, (left.low + left.high) / 2, left.high)
            for y in (right.low, (right.low + right.high) / 2, right.high)
        ]
        assert found.low <= min(exact), (a, b)
        assert max(exact) <= found.high, (a, b)
        # The radius may exceed the necessary size by two units in the last place and second-order
        # terms.
        unit = max(abs(found.low), abs(found.high)) * Fraction(2) ** (2 - 64 * limbs)
        spread = (max(exact) - min(exact)) * Fraction(17, 16) + unit
        if kind in "+-":
            unit += max(abs(left.high), abs(right.high)) * Fraction(2) ** (-64 * limbs - 60)
        assert found.high - found.low <= spread + unit, (a, b)


@pytest.mark.parametrize("limbs", [2, 3, 4, 7])
def test_small_factors_and_divisors(multiple: Multiple, limbs: int) -> None:
    draw = Random(limbs)
    for _ in range(300):
        a, k = _given(draw, limbs), draw.choice((1, 2, 3, 6, 10**16, 2**64 - 1, 2**31, 2**32 + 1))
        held = a.ball(limbs)
        for kind, factor in (("t", Fraction(k)), ("o", Fraction(1, k))):
            found = multiple.combined(kind, (a,), limbs, k)
            assert found is not None
            assert found.low <= held.low * factor
            assert held.high * factor <= found.high


@pytest.mark.parametrize("limbs", [2, 3, 4, 7])
def test_the_square_root_and_its_exact_cases(multiple: Multiple, limbs: int) -> None:
    draw = Random(limbs)
    for i in range(200):
        a = _given(draw, limbs)
        if i % 2:
            root = draw.getrandbits(draw.choice((1, 20, 54, 60))) | 1
            square = root * root
            shift = 64 * limbs - square.bit_length()
            a = Given(square << shift, 64 * limbs - shift)
        a = Given(a.middle, a.exponent, a.m, a.e)
        held, found = a.ball(limbs), multiple.combined("r", (a,), limbs)
        assert found is not None
        assert found.low > 0
        assert found.low**2 <= held.low
        assert held.high <= found.high**2
        if i % 2:
            assert found.low == found.high == root


def test_the_nearest_integer(multiple: Multiple) -> None:
    draw = Random(5)
    for _ in range(300):
        a = Given(_middle(draw, 4), draw.randrange(-3, 250), 0, 0, draw.random() < 0.5)
        found, value = multiple.combined("n", (a,), 4), a.ball(4).low
        assert found is not None
        assert found.low == found.high
        assert found.low.denominator == 1
        assert abs(found.low - value) <= Fraction(1, 2)


def test_quotients_of_words(multiple: Multiple) -> None:
    draw = Random(6)
    for _ in range(3000):
        count, digits = draw.randrange(2, 6), draw.randrange(1, 6)
        v = _middle(draw, count)
        u = v * draw.choice((draw.getrandbits(64 * digits), 2 ** (64 * digits) - 1))
        u += draw.choice((0, v - 1, draw.randrange(v)))
        if draw.random() < 0.5:
            u = min(_middle(draw, count + digits) >> 1, v * 2 ** (64 * digits) - 1)
        assert multiple.quotient(u, v, count, digits) == divmod(u, v)


def test_balls_round_as_their_ends_do(multiple: Multiple) -> None:
    draw = Random(7)
    agreed = 0
    for i in range(6000):
        limbs = draw.choice((2, 4, 7))
        exponent = draw.choice((0, 1024, 1023, -1021, -1022, -1073, -1074, -1075, -1080, -1050))
        middle = _middle(draw, limbs)
        if i % 2:  # a midpoint of two numbers, or near it
            bits = 64 * limbs - 54
            middle = middle >> bits << bits
            middle += draw.choice((0, 1, -1, 1 << 20)) if middle >> (64 * limbs - 1) else 0
            middle = max(middle, 1 << (64 * limbs - 1))
        m = draw.choice((0, 2**31, 2**32 - 1))
        e = exponent - 64 * limbs - draw.choice((-30, 0, 31, 32, 40)) if m else 0
        e = exponent - draw.choice((30, 60, 90)) if m and i % 5 == 0 else e
        given = Given(middle, exponent, m, e, draw.random() < 0.5)
        ball, found = given.ball(limbs), multiple.rounded(given, limbs)
        ends = {_bits(ball.low), _bits(ball.high)}
        if found is not None:
            agreed += 1
            assert ends == {found}
        elif ball.low * ball.high > 0:
            # The radius may be rounded up to units in the last place, plus one unit.
            unit = Fraction(2) ** (exponent - 64 * limbs)
            assert len({_bits(ball.low - 2 * unit), _bits(ball.high + 2 * unit)}) == 2
    assert agreed > 2000


def _bits(value: Fraction) -> int:
    """Return the bit pattern of a number other than 0.

    The number may need more bits than a `Real` has.
    """
    sign = 2**63 if value < 0 else 0
    numerator, denominator = abs(value.numerator), value.denominator
    size = numerator.bit_length() - denominator.bit_length()
    last = max(size - 53, -1074)  # the unit in the last place, or half of it
    scaled = abs(value) / Fraction(2) ** last
    if scaled >= 2**53:
        last += 1
        scaled /= 2
    kept = round(scaled)  # ties to even
    assert numerator
    if kept == 0:
        return sign
    return sign | round_to(Fraction(kept) * Fraction(2) ** last, "f64")
