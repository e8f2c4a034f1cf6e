"""Compare every binary64 function of the profile `math` by integers with the oracles' formulas.

The expected results come from `known` of the oracles and from Arb at increasing precision. Some of
them also come from MPFR. They share only the definitions with `spec/correctly_rounded`.
"""

from __future__ import annotations

import importlib
import random
from fractions import Fraction

import pytest

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.hard_in_binary64 import HARD, numbers
from samebits.oracles.opinions import ARB, MPFR, settle
from samebits.oracles.rounding import Real, decode, round_to
from samebits.oracles.tests.correctly_rounded_operands import SIGN, Row, bits, rows
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.math_table import FUNCTIONS

DRAWN = 160


def oracle_of(name: str):
    return importlib.import_module(f"samebits.oracles.ops.{name}").ORACLE


def wanted(name: str, asked: list[Row], library=ARB) -> list[int]:
    """Return the expected bits, by the oracle's formula in one library."""
    oracle = oracle_of(name)
    operands = [tuple(decode(a, "f64") for a in row) for row in asked]
    if isinstance(oracle, Arithmetic):
        return [round_to(oracle.exact(*row), "f64") for row in operands]
    known = [None if _too_small(name, row) else oracle.known(*row) for row in operands]
    hard = [i for i, value in enumerate(known) if value is None]
    found = [0 if value is None else round_to(value, "f64") for value in known]
    function = oracle.arb if library is ARB else oracle.mpfr
    settled = settle(library, function, [operands[i] for i in hard], "f64")
    for i, seen in zip(hard, settled, strict=True):
        found[i] = seen
    return found


def _too_small(name: str, row: tuple[Real, ...]) -> bool:
    """Return whether an operand of logaddexp is too small for `known`, which assumes binary32."""
    if name != "logaddexp" or any(x.kind != "finite" or x.is_zero for x in row):
        return False
    near = [abs(x.fraction()) for x in row]
    return min(near) < Fraction(1, 2**149) and max(near) < 1100


def wrong(name: str, asked: list[Row], library=ARB) -> list[str]:
    function = FUNCTIONS[name]
    return [
        f"{name} {' '.join(f'{a:016x}' for a in row)}: {got:016x}, not {want:016x}"
        for row, want in zip(asked, wanted(name, asked, library), strict=True)
        if (got := function(*row)) != want
    ]


def test_every_function_of_the_profile_math_has_one_in_binary64():
    declared = {name for name, op in all_ops().items() if op.profile == "math"}
    assert set(FUNCTIONS) == declared


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_the_bits_of_Arb(name):
    assert wrong(name, rows(name, FUNCTIONS[name], DRAWN)) == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_the_bits_of_MPFR(name):
    asked = rows(name, FUNCTIONS[name], DRAWN)
    if name == "tanhshrink":  # for x - tanh x, MPFR has only the 400 extra bits that f32 needs
        asked = [(a,) for (a,) in asked if a & (SIGN - 1) > bits(2.0**-150)]
    assert wrong(name, random.Random(name).sample(asked, 60), MPFR) == []


@pytest.mark.parametrize("row", HARD, ids=lambda row: row[0])
def test_a_function_has_the_bits_of_Arb_and_MPFR_where_it_is_hard_to_round(row):
    name, *texts = row
    asked = [tuple(map(bits, numbers(text))) for text in texts]
    asked += [tuple(near) for row in asked for near in zip(*map(_neighbours, row), strict=True)]
    asked += [(row[0] ^ SIGN, *row[1:]) for row in asked]
    assert wrong(name, asked) == []
    assert wrong(name, asked, MPFR) == []


def _neighbours(pattern: int) -> list[int]:
    return [pattern - 1, pattern + 1]


def test_logaddexp_sees_a_term_that_is_larger_than_a_tiny_operand():
    """Only Arb is compared, because the limits in the oracle's `known` are made for binary32."""
    oracle = oracle_of("logaddexp")
    for size in (-1074, -1073, -1022, -1000, -500, -370, -361):
        for distance in (240, 250.5, 255, 347, 700, 741, 743.5, 744.5, 745.25, 746, 800, 1101):
            for most in (2.0**size, -(2.0**size)):
                row = tuple(decode(bits(x), "f64") for x in (most, -distance))
                found = FUNCTIONS["logaddexp"](bits(most), bits(-distance))
                assert [found] == settle(ARB, oracle.arb, [row], "f64"), (most, distance)


def _long(random_: random.Random, width: int) -> int:
    """Return a random odd integer of `width` bits."""
    return random_.getrandbits(width - 2) * 2 + 1 + (1 << (width - 1))


def _ties(name: str) -> list[tuple[float, ...]]:
    """Return operands for which a series may begin with a tie that the next term breaks."""
    random_ = random.Random(54)
    small, signs = [2.0**-e for e in (40, 300, 500)], (1, -1)
    least = [s * (2 * k + 1) * 2.0**-1074 for k in range(12) for s in signs]
    if len(get_op(name).operands) == 2:  # quotients that round to subnormal numbers
        return [(x, s * 2.0**e) for x in least for e in (1, 2, 3) for s in signs]
    if get_op(name).attributes:  # products
        return [(-_long(random_, 53) * s, 3.0) for s in (*small, 2.0**-900) for _ in range(9)]
    squares = [_long(random_, 27) * s for s in small for _ in range(9)]
    ones = [s * 2.0**e * (1 + k * 2.0**-52) for e in range(-58, -20) for k in (0, 1) for s in signs]
    return [(x,) for x in (*least, *squares, *ones)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_the_bits_of_Arb_where_its_first_terms_are_a_tie(name):
    assert wrong(name, [tuple(map(bits, row)) for row in _ties(name)]) == []
