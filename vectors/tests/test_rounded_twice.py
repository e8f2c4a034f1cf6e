"""Test the operands that detect a first rounding to a wider format."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

pytest.importorskip("flint", reason="no search is tried without Arb: pip install python-flint")

from samebits.oracles.rounding import Real, round_to
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.math_table import FUNCTIONS
from samebits.vectors.errors import VectorError
from samebits.vectors.plans import logsums, powers
from samebits.vectors.plans.angles import hypot_groups
from samebits.vectors.plans.patterns import randomness, value_of
from samebits.vectors.reader import Vectors
from samebits.vectors.search import twice

SEARCHED = sorted(path.stem for path in twice.FOLDER.glob("*.json"))


def lengths(name: str) -> list[tuple[int, int]]:
    groups = hypot_groups(get_format(name), randomness("test", name))
    return next(rows for group, rows, _, _ in groups if group == "twice")


def test_R2_a_length_comes_to_a_tie_in_binary64_that_goes_the_wrong_way() -> None:
    form = get_format("f32")
    found = lengths("f32")
    assert len(set(found)) == 12
    sides = set()
    for row in found:
        x, y = (value_of(pattern, form) for pattern in row)
        square, middle = x * x + y * y, x + value_of(0x3F000000, form)
        assert x.denominator == 1
        assert x.numerator.bit_length() == form.precision
        assert math.sqrt(square) == middle  # math.sqrt rounds the exact root once, to binary64
        upward = square > middle * middle
        assert square != middle * middle
        assert upward == (x.numerator % 2 == 0)  # the tie goes to the wrong side
        sides.add(upward)
    assert sides == {True, False}


@pytest.mark.parametrize("name", ["f16", "bf16", "f64"])
def test_no_length_of_other_formats_is_so_near_to_a_middle_in_binary64(name: str) -> None:
    assert lengths(name) == []


MADE = {"logaddexp": logsums.groups, "pow": powers.groups}


def made(op: str, name: str) -> list[tuple[int, int]]:
    groups = MADE[op](get_format(name), randomness("test", name))
    return next(rows for group, rows, _, _ in groups if group == "twice")


@pytest.mark.parametrize("op", MADE)
def test_R2_a_value_comes_to_a_tie_in_binary64_that_goes_the_wrong_way(op: str) -> None:
    found = made(op, "f32")
    assert len(set(found)) == 12
    ups = set()
    for value in twice.exact_values(get_op(op).call(["f32"] * 2), found):
        assert value is not None
        middle, right = twice.to_bits(value, 53), round_to(value, "f32")
        assert round_to(middle, "f32") != right
        ups.add(value.fraction() > middle.fraction())
    assert ups == {True, False}


@pytest.mark.parametrize("name", ["f16", "bf16", "f64"])
@pytest.mark.parametrize("op", MADE)
def test_no_value_of_other_formats_is_so_near_to_a_middle_in_binary64(op: str, name: str) -> None:
    assert made(op, name) == []


@pytest.mark.parametrize("op", SEARCHED)
def test_R2_operands_that_were_found_are_wrong_through_64_bits(op: str) -> None:
    found = twice.rounded_twice(op)
    call = get_op(op).call(["f64"] * len(get_op(op).operands))
    assert len(set(found)) == len(found) == twice.KEPT
    for value in twice.exact_values(call, found):
        assert value is not None
        assert twice.is_wrong(value)


def test_R2_the_golden_cases_of_every_function_tell_a_result_rounded_to_64_bits_first(
    vectors: Vectors,
) -> None:
    missing = [op for op in FUNCTIONS if not twice.is_told(op, vectors)]
    assert not missing, f"run python -m samebits.vectors.search.twice {' '.join(missing)}"


def test_what_no_case_tells_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twice, "FOLDER", tmp_path)
    assert twice.rounded_twice("sin") == []
    assert twice.unsearched() == []  # the golden cases of every function have such an operand
    monkeypatch.setattr(twice, "asked", lambda op, vectors: [])
    assert twice.unsearched() == list(FUNCTIONS)


def test_a_search_finds_again_what_was_found_twice() -> None:
    wanted = twice.rounded_twice("square")
    assert twice.search("square") == wanted


@pytest.mark.parametrize(
    ("significand", "wanted"),
    [
        ((1 << 64) + 1, (1 << 63, 1)),
        ((1 << 64) + 3, ((1 << 63) + 2, 1)),
        ((1 << 65) - 1, (1 << 64, 1)),
        (5, (5, 0)),
    ],
)
def test_a_value_is_rounded_to_64_bits_to_even(significand: int, wanted: tuple[int, int]) -> None:
    assert twice.to_bits(Real("finite", True, significand)) == Real("finite", True, *wanted)


def test_a_malformed_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twice, "FOLDER", tmp_path)
    (tmp_path / "sin.json").write_text('{"method": "m", "inputs": ["3ff"]}')
    with pytest.raises(VectorError, match=r"sin\.json"):
        twice.rounded_twice("sin")
