"""Compare pow and cos of binary64 by integers (spec/correctly_rounded) with three libraries.

MPFR with 53 bits and the exponents of binary64 rounds correctly without Ziv's loop, so it is an
independent opinion. Structured operands are also compared with the oracles, which use three
libraries at increasing precision. Arb's balls show that the errors of the series are within the
stated bounds.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Iterable, Sequence
from itertools import chain

import flint
import gmpy2
import pytest
from hypothesis import given, strategies as st

from samebits.oracles.opinions import settle
from samebits.oracles.ops import cos as cos_oracle, pow as pow_oracle
from samebits.oracles.rounding import decode, round_to
from samebits.oracles.tests.correctly_rounded_cases import (
    HARD_COS,
    HARD_POW,
    drawn_angles,
    drawn_pairs,
    special_pairs,
    structured_angles,
    structured_pairs,
)
from samebits.spec import correctly_rounded as exact
from samebits.spec.correctly_rounded import cos_f64, pow_f64, series
from samebits.spec.correctly_rounded.patterns import Number

DRAWN = 100_000
BINARY64 = gmpy2.context(precision=53, emin=-1073, emax=1024, subnormalize=True)
"""A context that rounds like binary64.

MPFR represents a number as 0.1xxx * 2**e, so its exponents are larger by one than in binary64.
"""


def bits(value: float) -> int:
    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return 0x7FF8000000000000 if math.isnan(value) else found


def wrong_pow(pairs: Iterable[tuple[float, float]]) -> list[str]:
    """Return a description of each pair for which MPFR and `power` have different bits."""
    found = []
    with gmpy2.context(BINARY64):
        for x, y in pairs:
            wanted = bits(float(gmpy2.mpfr(x) ** gmpy2.mpfr(y)))
            if exact.power(bits(x), bits(y)) != wanted:
                found.append(f"{x.hex()} ** {y.hex()} is {wanted:016x}")
    return found


def wrong_cos(angles: Iterable[float]) -> list[str]:
    """Return a description of each angle for which MPFR and `cosine` have different bits."""
    found = []
    with gmpy2.context(BINARY64):
        for x in angles:
            wanted = bits(float(gmpy2.cos(gmpy2.mpfr(x))))
            if exact.cosine(bits(x)) != wanted:
                found.append(f"cos {x.hex()} is {wanted:016x}")
    return found


def test_MPFR_with_53_bits_has_the_borders_of_binary64():
    with gmpy2.context(BINARY64):
        least = gmpy2.mpfr(2) ** -1074
        assert float(least) == 2.0**-1074
        assert least / 2 == 0
        assert float(least * 3 / 2) == 2.0**-1073
        assert gmpy2.is_infinite(gmpy2.mpfr(2) ** 1024)
        assert float(gmpy2.mpfr(2) ** 1023) == 2.0**1023


def test_G3_pow_has_the_bits_of_MPFR_on_drawn_pairs():
    assert wrong_pow(drawn_pairs(DRAWN)) == []


def test_G3_pow_has_the_bits_of_MPFR_on_structured_pairs_and_special_values():
    """S4.pow.1 to S4.pow.20 in binary64, exact powers, ties, borders and hard cases."""
    assert wrong_pow(chain(structured_pairs(), special_pairs())) == []


def test_G3_cos_has_the_bits_of_MPFR_on_drawn_angles():
    assert wrong_cos(drawn_angles(DRAWN)) == []


def test_G3_cos_has_the_bits_of_MPFR_on_structured_angles_and_special_values():
    assert wrong_cos(chain(structured_angles(), (0.0, -0.0, math.inf, -math.inf, math.nan))) == []


@given(st.floats(), st.floats())
def test_G3_pow_has_the_bits_of_MPFR_wherever_hypothesis_looks(x, y):
    assert wrong_pow([(x, y)]) == []


@given(st.floats())
def test_G3_cos_has_the_bits_of_MPFR_wherever_hypothesis_looks(x):
    assert wrong_cos([x]) == []


def by_oracle(oracle, rows: Sequence[tuple[float, ...]]) -> list[int]:
    """Return the results of `known`, or else the bits on which mpmath, Arb and MPFR agree."""
    operands = [tuple(decode(bits(x), "f64") for x in row) for row in rows]
    known = [oracle.known(*row) for row in operands]
    hard = [i for i, value in enumerate(known) if value is None]
    found = [0 if value is None else round_to(value, "f64") for value in known]
    views = [
        settle(library, function, [operands[i] for i in hard], "f64")
        for library, function in oracle.opinions()
    ]
    for i, seen in zip(hard, zip(*views, strict=True), strict=True):
        assert len(set(seen)) == 1
        found[i] = seen[0]
    return found


def test_G3_pow_has_the_bits_on_which_three_libraries_agree():
    """Test all hard and special pairs, every fifth structured pair, and random pairs."""
    hard = [(float.fromhex(x), float.fromhex(y)) for x, y in HARD_POW]
    pairs = [*hard, *list(structured_pairs())[::5], *drawn_pairs(1000), *special_pairs()]
    assert [exact.power(bits(x), bits(y)) for x, y in pairs] == by_oracle(pow_oracle.ORACLE, pairs)


def test_G3_cos_has_the_bits_on_which_three_libraries_agree():
    angles = [*map(float.fromhex, HARD_COS), *list(structured_angles())[::9], *drawn_angles(500)]
    wanted = by_oracle(cos_oracle.ORACLE, [(x,) for x in angles])
    assert [exact.cosine(bits(x)) for x in angles] == wanted


def holds(ball: series.Ball, scale: int, value) -> bool:
    """Return whether a ball in units of 2**-scale contains Arb's whole ball `value`."""
    low, high = (
        flint.arb((end, -scale)) for end in (ball.middle - ball.radius, ball.middle + ball.radius)
    )
    return bool(low <= value) and bool(value <= high)


@pytest.fixture
def many_bits():
    """Set a precision of Arb that suffices for the tests below."""
    before, flint.ctx.prec = flint.ctx.prec, 4000
    yield
    flint.ctx.prec = before


@pytest.mark.usefixtures("many_bits")
@pytest.mark.parametrize("wide", [20, 53, 128, 200, 512, 1024])
def test_every_series_keeps_the_error_that_it_states(wide):
    random_ = random.Random(wide)
    for _ in range(60):
        scale = random_.choice((wide, 0.3 * wide, 2))
        top = 1 << 52
        near = top + int(random_.uniform(-1 / 3, 1 / 2) * 2 ** (52 - scale / 10))
        assert holds(series.log(near, top, wide), wide, (flint.arb(near) / top).log())
        turn = random_.randrange(158 << wide) // 100
        angle = flint.arb((turn, -wide))
        for radius in (0, 1000):
            moved = angle + flint.arb((random_.choice((-radius, radius)), -wide))
            assert holds(series.cos(series.Ball(turn, radius), wide), wide, moved.cos())
            assert holds(series.sin(series.Ball(turn, radius), wide), wide, moved.sin())
            argument = random_.randrange(-50 << wide, 50 << wide)
            ball, n = series.exp(series.Ball(argument, radius), wide)
            moved = flint.arb((argument + random_.choice((-radius, radius)), -wide))
            assert holds(ball, wide, moved.exp() / flint.arb(2) ** n)
            assert 1 << wide <= ball.middle < 5 << (wide - 1)


@pytest.mark.usefixtures("many_bits")
@pytest.mark.parametrize("wide", [128, 256])
def test_the_reduction_by_half_pi_keeps_the_error_that_it_states(wide):
    half_pi = flint.arb.pi() / 2
    for x in chain(drawn_angles(200), map(float.fromhex, HARD_COS)):
        number = decode(bits(abs(x)), "f64")
        quarters, rest = cos_f64.reduced(Number(False, number.significand, number.exponent), wide)
        turns = flint.arb(abs(x)) / half_pi
        whole = turns.floor()
        assert holds(rest, wide, (turns - whole) * half_pi)
        assert int(whole.unique_fmpz()) % 4 == quarters


@pytest.mark.usefixtures("many_bits")
@pytest.mark.parametrize("wide", [128, 256])
def test_an_enclosure_of_pow_holds_the_power_and_is_narrow(wide):
    two = flint.arb(2)
    pairs = [*drawn_pairs(500), *((float.fromhex(x), float.fromhex(y)) for x, y in HARD_POW)]
    for x, y in pairs:
        value = flint.arb(abs(x)) ** flint.arb(y)
        if abs(y) >= 2.0**64 or not (two**-1076 < value and value < two**1024):
            continue
        numbers = [decode(bits(z), "f64") for z in (abs(x), y)]
        low, high, exponent = pow_f64._enclosed(
            *(Number(z.negative, z.significand, z.exponent) for z in numbers), wide
        )
        assert flint.arb((low, exponent)) <= value
        assert value <= flint.arb((high, exponent))
        assert (high - low) << (wide - 15) < low


@pytest.mark.usefixtures("many_bits")
@pytest.mark.parametrize("wide", [100, 128, 192, 200, 255, 256])
def test_a_logarithm_keeps_the_error_that_it_states_for_every_exponent(wide):
    for e in (-1074, -700, -3, 0, 1, 600, 971):
        number = Number(False, 3**33, e)
        value = flint.arb((3**33, e)).log()
        assert holds(pow_f64._logarithm(number, wide), wide, value)
