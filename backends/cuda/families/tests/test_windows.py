"""Tests that graphs over windows in one kernel give the same bits as their nodes (G1, G10)."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from samebits.backends.cuda.choice import served
from samebits.backends.cuda.families import windows
from samebits.backends.cuda.families.tests.cases import layouts, numbers, sessions
from samebits.backends.cuda.families.tests.test_graphs import Counting, assert_same, faults
from samebits.backends.cuda.generators.window_formulas import WindowFormula, window_formula
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute, run_nodes
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of

OPS = [op for op, family in served().items() if family == "windows"]
SIZES = ((7, 6), (1, 1), (2, 5), (12, 3), (9, 40))
WAYS = {
    "kernel_size": ((3, 2), (1, 1), (5, 4)),
    "stride": ((2, 1), (1, 3)),
    "padding": ((0, 0), (1, 1)),
    "dilation": ((1, 2),),
    "ceil_mode": (False, True),
    "count_include_pad": (True, False),
    "divisor_override": (None, 3),
    "output_size": ((3, 4), (1, 9)),
}


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def calls(op, signature, sizes):
    """Yield all valid calls with the attributes of WAYS, and the shape of their operand."""
    declared = get_op(op)
    names = [a.name for a in declared.attributes]
    rank = len(declared.shape_rule.example[0]) - 2
    chosen = [name for name in names if name in WAYS]
    for ways in product(*(WAYS[name] for name in chosen)):
        attributes = {
            name: way[:rank] if isinstance(way, tuple) else way
            for name, way in zip(chosen, ways, strict=True)
        }
        places = [sizes[:rank]]
        if "input_size" in names:
            attributes["input_size"] = sizes[:rank]
            places = list(product(*(range(1, 8) for _ in range(rank))))
        call = declared.call(*signature, **attributes)
        for shape in places:
            try:
                declared.output_shapes(call, [(2, 3, *shape)])
            except SpecError:
                continue
            yield call, (2, 3, *shape)


def signatures(op, *formats):
    """Return the signatures with a window formula whose first operand has one of these formats."""
    found = get_op(op).signatures
    return [
        s for s in found if isinstance(window_formula(op, s), WindowFormula) and s[0][0] in formats
    ]


@pytest.mark.parametrize("op", OPS)
def test_G10_windows_of_every_kind_have_the_bits_of_the_nodes(devices, op):
    formats = ("f32", "bf16", "f16", "f64")
    number = 0
    for i, signature in enumerate(signatures(op, *formats)):
        for sizes in SIZES[i % 2 :: 2]:
            found = list(calls(op, signature, sizes))
            for call, shape in found[i % max(len(found), 1) :: 1 + len(found) // 8]:
                number += 1
                given = [numbers(signature[0][0], shape, seed=number, special=0.1 * (number % 3))]
                assert_same(devices, call, given)
    assert number > 8


@pytest.mark.parametrize("op", OPS)
def test_G10_nothing_at_all(devices, op):
    (signature,) = signatures(op, "f32")
    call, shape = next(calls(op, signature, SIZES[0]))
    assert_same(devices, call, [numbers("f32", (0, *shape[1:]))])


@pytest.mark.parametrize("op", OPS)
def test_G1_strides_gaps_and_odd_addresses_change_nothing(devices, op):
    (signature,) = signatures(op, "bf16")
    call, shape = next(calls(op, signature, SIZES[0]))
    for x in layouts(numbers("bf16", (shape[0] * shape[1], *shape[2:], 1)[:3])):
        assert_same(devices, call, [x.reshape(shape)])
    turned = numbers("bf16", shape[::-1]).transpose()
    assert_same(devices, call, [turned])


@pytest.mark.parametrize("op", OPS)
def test_it_is_one_launch(op):
    (signature,) = signatures(op, "f32")
    with CudaSession("emulated", Counting(multiprocessors=1)) as session:
        call, shape = next(calls(op, signature, SIZES[0]))
        given = [numbers("f32", shape)]
        execute(session, call, given)
        assert session.machine.launches == 1
        run_nodes(session, get_op(op).graph, call, given)
        assert session.machine.launches > 3


def test_what_is_no_window_says_why():
    for op, why in (("max_pool2d_gradient", "no windows"), ("einsum", "no graph of fixed nodes")):
        assert why in window_formula(op, get_op(op).signatures[0])


def test_the_text_is_the_same_each_time():
    for op in OPS:
        for signature in get_op(op).signatures:
            found = window_formula(op, signature)
            assert window_formula.__wrapped__(op, signature) == found


WRONG = {
    "avg_pool2d": [
        ("tap_1 < a.named", "tap_1 + 1 < a.named"),
        ("inside_0 += at >= 0 &&", "inside_0 += at > 0 &&"),
        ("a.taken & 2u", "!(a.taken & 2u)"),
    ],
    "max_pool2d": [("if (there.at[0] < 0 ||", "if (there.at[0] <= 0 ||"), ("tap++;", "")],
}


@pytest.mark.parametrize("op", WRONG)
def test_a_node_left_out_and_a_window_beside_its_place_are_noticed(devices, monkeypatch, op):
    (signature,) = signatures(op, "f32")
    right = window_formula(op, signature)
    found = list(calls(op, signature, SIZES[0]))[::7]
    given = [[numbers("f32", shape, seed=i)] for i, (_, shape) in enumerate(found)]
    wanted = [execute(devices[0], call, x) for (call, _), x in zip(found, given, strict=True)]
    text = right.unit.made
    planted = [(what, "\n".join(lines)) for what, lines in faults(right)]
    for old, new in WRONG[op]:
        assert old in text, f"the text of {op} has changed: plant the mistake anew"
        planted.append((old, text.replace(old, new)))
    assert len(planted) > 1
    for what, made in planted:
        wrong = replace(right, unit=replace(right.unit, made=made))
        monkeypatch.setattr(windows, "window_formula", lambda *_, wrong=wrong: wrong)
        with CudaSession("emulated", EmulatedMachine(multiprocessors=1)) as session:
            got = [execute(session, call, x) for (call, _), x in zip(found, given, strict=True)]
        assert any(
            not np.array_equal(bits_of(x), bits_of(y))
            for one, two in zip(got, wanted, strict=True)
            for x, y in zip(one, two, strict=True)
        ), what
