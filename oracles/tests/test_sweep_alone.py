"""Test `alone`: its fast path agrees with the slow path and uses no library except MPFR."""

from __future__ import annotations

import gmpy2
import numpy as np
import pytest

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Elementary
from samebits.oracles.opinions import MPFR, mpfr_precision
from samebits.oracles.sweep import alone
from samebits.oracles.sweep.alone import alone as decide
from samebits.oracles.tests.correctly_rounded_operands import rows
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.math_table import FUNCTIONS

NUMBERS = 40


def call_of(op: str, attributes: tuple[int, ...] = ()) -> Call:
    declared = get_op(op)
    names = [a.name for a in declared.attributes if a.real]
    values = np.array(attributes, np.uint64).view(np.float64).tolist()
    return declared.call(
        ("f64",) * len(declared.operands), ("f64",), **dict(zip(names, values, strict=True))
    )


def numbers(*patterns: int) -> np.ndarray:
    return np.array(patterns, np.uint64).view(np.float64)


@pytest.mark.parametrize("op", FUNCTIONS)
def test_R2_the_quick_way_is_right(op):
    arity, by_attributes = len(get_op(op).operands), {}
    for row in rows(op, FUNCTIONS[op], NUMBERS):
        by_attributes.setdefault(row[arity:], []).append(row)
    for attributes, some in by_attributes.items():
        columns = [numbers(*column) for column in zip(*some, strict=True)][:arity]
        found = decide(call_of(op, attributes), columns)
        assert found.tolist() == [FUNCTIONS[op](*row) for row in some]


def test_special_values_and_ties_go_the_long_way(monkeypatch):
    asked, honest = [], alone._at_length

    def noted(oracle, call, rows):
        asked.append(rows)
        return honest(oracle, call, rows)

    monkeypatch.setattr(alone, "_at_length", noted)
    x = np.array([np.inf, 3.0, 0.0, np.nan, 4.0, -1.0])
    y = np.array([1.0, 4.0, 1.0, 1.0, 2.0**-51, 0.5])
    found = decide(call_of("pow"), [x, y]).view(np.float64)
    assert found[[0, 1, 2]].tolist() == [np.inf, 81.0, 0.0]
    assert asked[0][0][[0, 1]].tolist() == [np.inf, 0.0]
    asked.clear()
    tie = 1.5 + 2.0**-26  # the square has 54 bits, so it is a tie
    assert decide(call_of("pow"), [np.array([tie]), np.array([2.0])]).size == 1
    assert asked[0][0].tolist() == [tie]


@pytest.mark.parametrize(("distance", "decided"), [(4, True), (0.25, False), (0, False)])
def test_a_value_is_as_wide_as_the_slack(monkeypatch, distance, decided):
    """The values are above a midpoint by more and by less than the half width of the enclosure."""
    with mpfr_precision(MPFR.first_precision):
        middle = gmpy2.mpfr(1) + gmpy2.mpfr(2.0**-53)
        value = middle * (1 + gmpy2.mpfr(distance * 2.0 ** (20 - 95)))
    oracle = Elementary(lambda x: None, None, None, lambda x: value)
    monkeypatch.setattr(alone, "all_oracles", lambda: {"exp": oracle})
    monkeypatch.setattr(alone, "_at_length", lambda *given: np.full(given[2][0].size, 7, np.uint64))
    above = int(np.float64(1 + 2.0**-52).view(np.uint64))
    assert decide(call_of("exp"), [np.ones(1)]).tolist() == [above if decided else 7]


def test_results_beyond_the_format_and_below_it_are_rounded():
    found = decide(call_of("exp"), [np.array([1e300, 710.0, -745.0, -746.0, -1e300])])
    form = get_format("f64")
    assert found.tolist() == [form.infinity, form.infinity, 1, 0, 0]


def test_a_formula_that_is_wrong_is_noticed(monkeypatch):
    oracle = all_oracles()["exp"]
    wrong = Elementary(oracle.known, oracle.mpmath, oracle.arb, gmpy2.expm1)
    monkeypatch.setattr(alone, "all_oracles", lambda: {"exp": wrong})
    assert decide(call_of("exp"), [np.ones(1)]).view(np.float64).tolist() == [float(gmpy2.expm1(1))]
