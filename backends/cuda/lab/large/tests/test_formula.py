"""Tests that operands do not depend on pieces, and that they detect truncated indices."""

import numpy as np
import pytest

from samebits.backends.cuda.lab.large.formula import Formulas, prime_below
from samebits.spec.formats import FORMATS, bits_of

SPAN = 4096


@pytest.mark.parametrize("name", ["f32", "bf16", "f8e4m3fn", "u8", "i8", "i32", "i64", "bool"])
def test_a_piece_holds_what_its_indices_say(name):
    formula = Formulas(SPAN, 1).make(name)
    assert formula.table.dtype == FORMATS[name].dtype
    for start in (0, 5, formula.period - 3, 2**31 - 7, 2**40 + 1):
        for count in (1, 1000, SPAN, 3 * SPAN):
            found = formula.elements(start, start + count)
            wanted = formula.at(np.arange(start, start + count))
            assert np.array_equal(bits_of(found), bits_of(wanted)), (start, count)


@pytest.mark.parametrize("distance", [2**31, 2**32, 2**30, 2**31 + 5, 2**30 + 2, 256, 1])
def test_an_index_that_is_cut_or_moved_names_other_elements(distance):
    make = Formulas(2**14, 1)
    for name in ("u8", "f32", "bf16"):
        formula = make.make(name)
        here, there = (
            formula.elements(10**9, 10**9 + 2000),
            formula.elements(10**9 + distance, 10**9 + distance + 2000),
        )
        assert np.mean(bits_of(here) == bits_of(there)) < 0.05


def test_operands_of_one_case_and_of_other_seeds_are_not_alike():
    make = Formulas(SPAN, 1)
    first, second = make.make("i64"), make.make("i64")
    assert first.period != second.period
    together = make.make("i64", period=first.period)
    assert together.period == first.period
    for other in (second, together, Formulas(SPAN, 2).make("i64")):
        assert np.intersect1d(first.cycle, other.cycle).size == 0
    again = Formulas(SPAN, 1).make("i64")
    assert np.array_equal(again.table, first.table)


def test_floats_have_8_binades_and_both_signs_and_lie_below_2():
    for name in ("f32", "bf16"):
        x = np.asarray(Formulas(SPAN, 1).make(name).cycle, np.float32)
        assert set(np.floor(np.log2(np.abs(x))).astype(int)) == set(range(-7, 1))
        assert 0.4 < np.mean(x < 0) < 0.6


def test_limits_and_counts_are_exact():
    formula = Formulas(SPAN, 1).make("i32", below=37)
    assert set(formula.cycle) == set(range(37))
    for count in (1, formula.period, 10 * formula.period + 17):
        often = formula.repeats(count)
        assert often.sum() == count
        wanted = np.bincount(formula.elements(0, count), minlength=37)
        got = np.bincount(formula.cycle, weights=often, minlength=37)
        assert np.array_equal(got, wanted)


def test_the_greatest_prime_below():
    assert [prime_below(n) for n in (3, 4, 10, 1024, 2**23)] == [2, 3, 7, 1021, 8388593]
