"""Tests of functions of f64 in two launches, with undecided elements at any position (R1, R2)."""

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.families import elementwise
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.protocol import BackendError
from samebits.oracles.hard_in_binary64 import HARD_POW
from samebits.spec.catalog import get_op
from samebits.spec.math_table import FUNCTIONS

HARD = np.array([[float.fromhex(x), float.fromhex(y)] for x, y in HARD_POW])
PAIRS = np.concatenate([HARD, [[1.5, 2.25], [2.0, 10.0], [-3.0, 3.0], [0.0, -1.0], [np.nan, 1.0]]])
"""Operands: hard cases, which the first launch leaves undecided, and easy cases."""

ONE = [
    op for op in sorted(FUNCTIONS) if len(get_op(op).operands) == 1 and not get_op(op).attributes
]


def wanted(op, *operands):
    rows = zip(*(x.view(np.uint64).tolist() for x in operands), strict=True)
    return np.array([FUNCTIONS[op](*row) for row in rows], np.uint64)


def power(session, x, y, out):
    session.run(get_op("pow").call(["f64", "f64"]), [x, y], [out])
    return np.ascontiguousarray(out).view(np.uint64)


def opened():
    return CudaSession("emulated", EmulatedMachine())


def with_words(monkeypatch, tried):
    """Make kernels use `tried` words; it is a C expression in which `words` is the usual number."""
    right = elementwise._unit

    def fewer(*arguments, **named):
        found = right(*arguments, **named)
        return Unit(found.path, (*found.defines, ("SB_TRIED(words)", tried)))

    monkeypatch.setattr(elementwise, "_unit", fewer)


@pytest.mark.parametrize("count", [1, 2, 3, 63, 64, 65, 1000])
def test_what_is_left_is_settled_in_every_place_of_a_pack_and_of_a_warp(count):
    rows = np.resize(PAIRS, (count, 2))
    x, y = rows.T.copy()
    room = np.full(count + 2, 7.0)
    with opened() as session:
        assert np.array_equal(power(session, x, y, room[1:-1]), wanted("pow", x, y))
    assert (room[0], room[-1]) == (7, 7)


def test_a_result_may_lie_where_its_operand_does():
    x, y = PAIRS.T.copy()
    right = wanted("pow", x, y)
    with opened() as session:
        assert np.array_equal(power(session, x, y, x), right)


def test_operands_and_results_may_lie_anyhow():
    x, y = np.resize(PAIRS, (40, 2)).T.copy()
    wide, raw = np.zeros(80), np.zeros(8 * 40 + 1, np.uint8)
    wide[::2] = x
    odd = raw[1:].view(np.float64)
    odd[...] = y
    out = np.zeros((40, 3))
    with opened() as session:
        found = power(session, wide[::2][::-1], odd[::-1], out[::-1, 1])
    assert np.array_equal(found, wanted("pow", x[::-1].copy(), y[::-1].copy()))


def test_threads_whose_words_do_not_do_take_turns_with_more(monkeypatch):
    with_words(monkeypatch, "((words) > SB_OWN_WORDS ? (words) : 40)")
    x, y = np.resize(HARD, (70, 2)).T.copy()
    with opened() as session:
        assert np.array_equal(power(session, x, y, np.zeros(70)), wanted("pow", x, y))


def test_where_no_words_do_the_launch_ends_with_an_error(monkeypatch):
    with_words(monkeypatch, "40")
    x, y = HARD.T.copy()
    with opened() as session, pytest.raises(BackendError, match="trap"):
        power(session, x, y, np.zeros(len(x)))


@pytest.mark.parametrize("op", ONE[::11])
def test_special_values_and_numbers_between_them(op):
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, -1e-310, 0.7, 1.0, -2.5, 3.0, 30.25])
    out = np.zeros_like(x)
    with opened() as session:
        session.run(get_op(op).call(["f64"]), [x], [out])
    assert np.array_equal(out.view(np.uint64), wanted(op, x))
