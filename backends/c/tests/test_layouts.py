"""Test that any strides, alignment, rank and size give the same bits as contiguous arrays."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, poisoned
from samebits.backends.protocol import Array
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise

ADD = get_op("add").call(["f32", "f32"])
FORMATS = ("f64", "f32", "f16", "bf16")
IN_PLACE = [
    op.call(inputs, outputs)
    for op in all_ops().values()
    if op.shape_rule is elementwise and op.graph is None
    for inputs, outputs in op.signatures
    if outputs == ("f32",) and {*inputs} - {"bool"} == {"f32"}
]
"""A call of each elementwise op whose result may overwrite an operand of the same format."""
COMPARISONS = [
    op.call(inputs, outputs)
    for op in all_ops().values()
    if op.shape_rule is elementwise and op.graph is None
    for inputs, outputs in op.signatures
    if outputs == ("bool",) and inputs in {("f32", "f32"), ("f16", "f16"), ("i64", "i64")}
]


def random_bits(name: str, shape: tuple[int, ...], seed: int = 0) -> Array:
    form = get_format(name)
    size = int(np.prod(shape)) * form.bits // 8
    raw = np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)
    return from_bits(raw.view(form.bits_dtype).reshape(shape), name)


def misaligned(x: Array) -> Array:
    raw = np.zeros(x.nbytes + 1, dtype=np.uint8)
    view = raw[1:].view(x.dtype).reshape(x.shape)
    view[...] = x
    return view


LAYOUTS = {
    "transposed": lambda x: np.ascontiguousarray(x.T).T,
    "fortran": np.asfortranarray,
    "reversed": lambda x: np.ascontiguousarray(x[::-1, :, ::-1])[::-1, :, ::-1],
    "spread": lambda x: np.repeat(np.repeat(x, 2, axis=0), 3, axis=2)[::2, :, ::3],
    "misaligned": misaligned,
    "odd stride": lambda x: misaligned(np.repeat(x, 2, axis=1))[:, ::2],
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_bits_do_not_depend_on_the_layout_of_inputs_and_output(
    session: CSession, name: str, layout: str
) -> None:
    call = get_op("sub").call([name, name])
    a, b = (random_bits(name, (7, 65, 33), seed) for seed in (1, 2))
    (expected,) = execute(session, call, [a, b])
    change = LAYOUTS[layout]
    output = change(poisoned(a.shape, name))
    assert not (output.flags.c_contiguous and output.flags.aligned)
    session.run(call, [change(a), b], [output])
    assert np.array_equal(bits_of(output), bits_of(expected))
    (again,) = execute(session, call, [a, change(b)])
    assert np.array_equal(bits_of(again), bits_of(expected))


def test_an_operand_may_be_broadcast(session: CSession) -> None:
    a, row = random_bits("f32", (300, 1001)), random_bits("f32", (1001,), 5)
    expected = execute(session, ADD, [a, np.tile(row, (300, 1))])[0]
    got = execute(session, ADD, [a, np.broadcast_to(row, a.shape)])[0]
    assert np.array_equal(bits_of(got), bits_of(expected))
    column = np.broadcast_to(a[:, :1], a.shape)
    expected = execute(session, ADD, [a, np.ascontiguousarray(column)])[0]
    assert np.array_equal(bits_of(execute(session, ADD, [a, column])[0]), bits_of(expected))


@pytest.mark.parametrize("call", [*IN_PLACE, *COMPARISONS], ids=str)
def test_an_operand_may_repeat_one_element(session: CSession, call: Call) -> None:
    """Some or all operands repeat one element with stride 0, as a Python number does."""
    for count, layout in itertools.product((2, 1025, 70001), (np.asarray, misaligned)):
        whole = [random_bits(f, (count,), seed) for seed, f in enumerate(call.inputs)]
        for repeats in itertools.product((True, False), repeat=len(whole)):
            chosen = [layout(x[:1]) if r else x for x, r in zip(whole, repeats, strict=True)]
            inputs = [np.broadcast_to(x, (count,)) for x in chosen]
            expected = execute(session, call, [np.ascontiguousarray(x) for x in inputs])[0]
            assert np.array_equal(bits_of(execute(session, call, inputs)[0]), bits_of(expected))


def test_a_repeated_element_of_the_output_itself_keeps_its_value(session: CSession) -> None:
    x = random_bits("f32", (70001,))
    expected = execute(session, ADD, [x, np.full_like(x, x[5])])[0]
    place = x.copy()
    session.run(ADD, [place, np.broadcast_to(place[5:6], place.shape)], [place])
    assert np.array_equal(bits_of(place), bits_of(expected))


def test_scalars_and_empty_arrays(session: CSession) -> None:
    one = np.float32(1.5) * np.ones((), np.float32)
    result = execute(session, ADD, [one, one])[0]
    assert result.shape == ()
    assert result == 3
    place = misaligned(np.zeros((1,), np.float32)).reshape(())
    session.run(ADD, [one, one], [place])
    assert place == 3
    for shape in ((0,), (3, 0), (0, 5, 2)):
        empty = np.zeros(shape, np.float32)
        assert execute(session, ADD, [empty, empty])[0].shape == shape


@pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 255, 256, 257, 1023, 1025, 32769, 70001])
def test_every_element_of_every_length_is_written(session: CSession, count: int) -> None:
    x = random_bits("f32", (count,), count)
    for op in ("neg", "exp"):
        call = get_op(op).call(["f32"])
        whole = bits_of(execute(session, call, [x])[0])
        single = [bits_of(execute(session, call, [x[i : i + 1]])[0])[0] for i in (0, -1 % count)]
        assert [whole[0], whole[-1]] == single
        half = bits_of(execute(session, call, [x[count // 2 :]])[0])
        assert np.array_equal(whole[count // 2 :], half)


def test_rank_32_is_possible(session: CSession) -> None:
    x = random_bits("f32", (1, 2) * 5 + (1,) * 22)
    flat = execute(session, ADD, [x.reshape(-1), x.reshape(-1)])[0]
    assert np.array_equal(bits_of(execute(session, ADD, [x, x])[0]).reshape(-1), bits_of(flat))


@pytest.mark.parametrize("call", IN_PLACE, ids=str)
def test_an_output_may_be_an_input_in_place(session: CSession, call: Call) -> None:
    x = random_bits("f32", (40, 1100))
    inputs = [x] * len(call.inputs)
    if "bool" in call.inputs:  # a condition and two different operands
        inputs = [np.arange(x.size).reshape(x.shape) % 3 == 0, x, random_bits("f32", x.shape, 9)]
    expected = bits_of(execute(session, call, inputs)[0])
    place = x.copy()
    session.run(call, [place if y is x else y for y in inputs], [place])
    assert np.array_equal(bits_of(place), expected)
    view = np.asfortranarray(x)[:, ::2]
    session.run(call, [view if y is x else y[:, ::2] for y in inputs], [view])
    assert np.array_equal(bits_of(view), expected[:, ::2])


def test_an_output_that_overlaps_an_input_works_as_if_the_input_were_copied(
    session: CSession,
) -> None:
    memory = random_bits("f32", (5000,))
    call = get_op("neg").call(["f32"])
    expected = bits_of(execute(session, call, [memory[:-1].copy()])[0])
    session.run(call, [memory[:-1]], [memory[1:]])
    assert np.array_equal(bits_of(memory[1:]), expected)


@pytest.mark.parametrize("offset", [0, 1, 15])
def test_results_that_go_past_the_caches_have_the_bits_of_their_parts(
    session: CSession, offset: int
) -> None:
    count = (1 << 23) + 5  # slightly more than 2^25 bytes of binary32
    a = np.resize(random_bits("f32", (100003,)), (count + offset,))[offset:]
    b = np.resize(random_bits("f32", (99991,), 1), (count,))
    wanted = np.concatenate(
        [execute(session, ADD, p)[0] for p in zip(*map(parts, (a, b)), strict=True)]
    )
    output = np.full(count + offset + 16, 7, np.float32)
    session.run(ADD, [a, b], [output[offset : offset + count]])
    assert np.array_equal(bits_of(output[offset : offset + count]), bits_of(wanted))
    assert (output[:offset] == 7).all()
    assert (output[offset + count :] == 7).all()
    session.run(ADD, [a, b], [a])
    assert np.array_equal(bits_of(a), bits_of(wanted))
    once = np.broadcast_to(b[7:8], b.shape)
    wanted = np.concatenate([execute(session, ADD, [p, once[: p.size]])[0] for p in parts(b)])
    session.run(ADD, [b, once], [output[offset : offset + count]])
    assert np.array_equal(bits_of(output[offset : offset + count]), bits_of(wanted))


def parts(x: Array) -> list[Array]:
    return np.array_split(x, 5)
