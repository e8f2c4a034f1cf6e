"""Compare the double-double filters of binary64 with the wide filters and with their own balls."""

from __future__ import annotations

import ctypes
from fractions import Fraction

import numpy as np
import pytest

from samebits.oracles.rounding import round_to
from samebits.oracles.sweep import binary64
from samebits.oracles.sweep.library import load
from samebits.oracles.tests.test_sweep_in_binary64 import asked, call_of
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.math_table import FUNCTIONS

WITH_FILTER = [op for op in FUNCTIONS if binary64.narrow(op)]
if not WITH_FILTER:
    pytest.skip(
        "the filters in double-double need x86-64 with AVX2 and a compiler with _Float128",
        allow_module_level=True,
    )
DRAWN = 1000
Array = np.ndarray


def operands(op: str, attributes: tuple[int, ...], rows: list[tuple[int, ...]]) -> list[Array]:
    columns = [np.array(column, np.uint64).view(np.float64) for column in zip(*rows, strict=True)]
    return columns[: len(get_op(op).operands)]


def cases(op: str):
    """Yield attributes with operands: the table's operands, and random numbers from 0 to 4."""
    rng = np.random.default_rng(7)
    for attributes, rows in asked(op).items():
        drawn = rng.uniform(0, 4, (DRAWN // 4, len(rows[0]))).view(np.uint64).tolist()
        yield attributes, operands(op, attributes, [*rows, *map(tuple, drawn)])


def asked_at(level: int, op: str, attribute: float, columns: list[Array]) -> tuple[Array, Array]:
    """Return the filter's values for a processor level, and a mask of undecided elements."""
    values, opened = np.empty(columns[0].size), np.empty(columns[0].size, np.uint64)
    places = [ctypes.c_void_p(x.ctypes.data) for x in (*columns, *columns)]
    getattr(load(), f"narrow{level}_{op}")(
        ctypes.c_int64(values.size), places[0], places[1], ctypes.c_double(attribute),
        ctypes.c_void_p(values.ctypes.data), ctypes.c_void_p(opened.ctypes.data),
    )  # fmt: skip
    return values, opened


def attribute_of(attributes: tuple[int, ...]) -> float:
    return float(np.array(attributes, np.uint64).view(np.float64)[0]) if attributes else 0.0


@pytest.mark.parametrize("op", WITH_FILTER)
def test_the_wide_filters_say_the_same(op, monkeypatch):
    for attributes, columns in cases(op):
        call = call_of(op, attributes)
        found = binary64.filtered(call, columns)
        with monkeypatch.context() as patched:
            patched.setattr(binary64, "narrow", lambda op: None)
            wanted = binary64.filtered(call, columns)
        decided = np.ones(columns[0].size, bool)
        decided[found.near] = decided[wanted.near] = False
        assert (found.bits == wanted.bits)[decided].all()
        assert found.first < wanted.first


@pytest.mark.parametrize("op", WITH_FILTER)
def test_both_instruction_sets_have_the_same_bits(op):
    if load().narrow_level() < 4:
        pytest.skip("the processor has no AVX-512: only one instruction set is left")
    for attributes, columns in cases(op):
        attribute = attribute_of(attributes)
        (values, opened), (others, left) = (asked_at(n, op, attribute, columns) for n in (3, 4))
        assert (opened == 0).tolist() == (left == 0).tolist()
        assert values[opened == 0].tobytes() == others[opened == 0].tobytes()


@pytest.mark.parametrize("op", WITH_FILTER[::8])
def test_a_row_is_decided_where_the_ends_of_its_ball_round_alike(op):
    ask = ctypes.CFUNCTYPE(None, *[ctypes.c_double] * 3, ctypes.c_void_p)(
        binary64.narrow(op, "ball")
    )
    form, counts = get_format("f64"), {True: 0, False: 0}
    attributes, columns = next(cases(op))
    values, opened = asked_at(load().narrow_level(), op, attribute_of(attributes), columns)
    for i, value in enumerate(values.tolist()):
        ball = (ctypes.c_double * 3)()
        ask(*(columns[0][i], columns[-1][i], attribute_of(attributes)), ctypes.addressof(ball))
        if not (np.isfinite(ball).all() and 2.0**-900 < abs(ball[0]) < 2.0**900):
            assert opened[i] != 0
            continue
        centre = Fraction(ball[0]) + Fraction(ball[1])
        low, high, lower, higher = (
            round_to(centre + side * share * Fraction(ball[2]), form.name)
            for share in (1, Fraction(9, 8)) for side in (-1, 1)
        )  # fmt: skip
        bits = int(np.float64(value).view(np.uint64))
        assert opened[i] != 0 or bits == low == high
        assert opened[i] == 0 or lower != higher
        counts[bool(opened[i])] += 1
    assert counts[False]
