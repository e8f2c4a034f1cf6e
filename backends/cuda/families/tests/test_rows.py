"""Tests that graphs over rows in one kernel give the same bits as their nodes (G1, T1)."""

from dataclasses import replace

import numpy as np
import pytest

from samebits.backends.cuda.choice import served
from samebits.backends.cuda.families import rows
from samebits.backends.cuda.families.tests.cases import layouts, numbers, sessions
from samebits.backends.cuda.families.tests.test_graphs import Counting, assert_same, faults
from samebits.backends.cuda.generators.row_formulas import ALONG, PLACES, RowFormula, row_formula
from samebits.backends.cuda.generators.row_texts import COLUMN, WHOLE
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute, run_nodes
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

OPS = [op for op, family in served().items() if family == "rows"]
TERMS = (1, 7, 31, 129, 516, 8192, 8193, 20000)


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def formulas(op):
    """Return the signatures of an op that have a row formula, with the formulas."""
    found = ((s, row_formula(op, s)) for s in get_op(op).signatures)
    return [(s, each) for s, each in found if isinstance(each, RowFormula)]


def operands(signature, found, leading, terms, axis=None, seed=0, special=0.0):
    """Return operands with rows of `terms` elements along `axis`, or along a new last axis.

    `leading` are the lengths of the other axes.
    """
    whole = list(leading)
    whole.insert(len(whole) if axis is None else axis, terms)
    row = leading[1:2] if found.rows == PLACES else leading
    shapes = {WHOLE: tuple(whole), COLUMN: (terms,)}
    return [
        np.asarray(numbers(name, shapes.get(kind, tuple(row)), seed=seed + i, special=special))
        for i, (name, kind) in enumerate(zip(signature[0], found.operands, strict=True))
    ]


def call_of(op, signature, axis):
    attributes = {"axis": axis} if any(a.name == "axis" for a in get_op(op).attributes) else {}
    return get_op(op).call(*signature, **attributes)


@pytest.mark.parametrize("op", OPS)
def test_T1_rows_of_any_length_have_the_bits_of_the_nodes(devices, op):
    for number, (signature, found) in enumerate(formulas(op)):
        call = call_of(op, signature, 2)
        for terms in TERMS[number % 2 :: 2]:
            given = operands(signature, found, (2, 3), terms, seed=number)
            assert_same(devices, call, given)


@pytest.mark.parametrize("op", OPS)
def test_S1_special_values_have_the_bits_of_the_nodes(devices, op):
    for number, (signature, found) in enumerate(formulas(op)):
        call = call_of(op, signature, 2)
        for terms, special in ((3, 0.3), (40, 0.02), (600, 0.003)):
            given = operands(signature, found, (5, 7), terms, seed=number, special=special)
            assert_same(devices, call, given)


@pytest.mark.parametrize("op", OPS)
def test_G1_nothing_and_no_rows(devices, op):
    (signature, found), *_ = formulas(op)
    call = call_of(op, signature, 2)
    assert_same(devices, call, operands(signature, found, (0, 3), 5))
    if found.rows != ALONG:
        assert_same(devices, call, operands(signature, found, (2, 3), 0))


@pytest.mark.parametrize("op", OPS)
def test_G1_strides_gaps_odd_addresses_and_inner_axes_change_nothing(devices, op):
    (signature, found), *_ = formulas(op)
    given = operands(signature, found, (4, 6), 5)
    for other in zip(*(layouts(x) if x.ndim == 3 else [x] * 9 for x in given), strict=False):
        assert_same(devices, call_of(op, signature, 2), list(other))
    if found.rows == ALONG:
        for axis in (0, 1):
            given = operands(signature, found, (4, 6), 300, axis)
            assert_same(devices, call_of(op, signature, axis), given)


@pytest.mark.parametrize(("op", "launches"), [("log_softmax", 1), ("layer_norm", 1)])
def test_rows_take_one_launch_whatever_their_length(op, launches):
    with CudaSession("emulated", Counting(multiprocessors=1)) as session:
        (signature, found), *_ = formulas(op)
        for terms in (8, 3000, 20000):
            given = operands(signature, found, (2, 3), terms)
            before = session.machine.launches
            execute(session, call_of(op, signature, 2), given)
            assert session.machine.launches == before + launches
        before = session.machine.launches
        run_nodes(session, get_op(op).graph, call_of(op, signature, 2), given)
        assert session.machine.launches > before + 5


@pytest.mark.parametrize("op", ["layer_norm", "softmax_gradient"])
def test_a_node_left_out_is_noticed(devices, monkeypatch, op):
    signature, right = formulas(op)[-1]
    call = call_of(op, signature, 2)
    given = operands(signature, right, (2, 3), 100)
    wanted = [bits_of(x) for x in execute(devices[0], call, given)]
    planted = list(faults(right))
    assert len(planted) > 3
    for what, lines in planted:
        wrong = replace(right, unit=replace(right.unit, made="\n".join(lines)))
        monkeypatch.setattr(rows, "row_formula", lambda *_, wrong=wrong: wrong)
        with CudaSession("emulated", EmulatedMachine(multiprocessors=1)) as session:
            got = execute(session, call, given)
        assert any(not np.array_equal(bits_of(x), y) for x, y in zip(got, wanted, strict=True)), (
            what
        )
