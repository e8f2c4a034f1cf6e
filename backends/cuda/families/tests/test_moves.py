"""Tests that moves on the emulated device give the bits of the NumPy route (S2)."""

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.families.tests.placed import (
    assert_as_numpy_route,
    layouts,
    patterns,
    sessions,
)
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.padding import MODES

WIDTHS = ["f64", "f32", "bf16", "i8"]
MOVES = [op for op in all_ops().values() if op.op_class == "move" and "index" in op.operands]
INDEXED = [op.name for op in MOVES if len(op.operands) == 2]


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def indices(rng, shape, limit, form):
    return rng.integers(0, limit, shape).astype(f"i{int(form[1:]) // 8}")


@pytest.mark.parametrize("form", WIDTHS)
@pytest.mark.parametrize("index_form", ["i32", "i64"])
def test_S2_rows_of_every_length_are_taken_whole(devices, form, index_form) -> None:
    rng = np.random.default_rng(1)
    for width in (1, 2, 3, 4, 5, 8, 12, 16, 33):
        weight = patterns(form, 6, width)
        index = indices(rng, (5, 3), 6, index_form)
        call = get_op("embedding").call((form, index_form))
        assert_as_numpy_route(devices, call, weight, index)


@pytest.mark.parametrize("form", ["f32", "bf16"])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_S2_gather_and_index_select_take_any_layout(devices, form, axis) -> None:
    rng = np.random.default_rng(2)
    x = patterns(form, 4, 5, 6)
    shape = [3, 4, 5]
    shape[axis] = 9
    whole = indices(rng, shape, x.shape[axis], "i64")
    some = indices(rng, (7,), x.shape[axis], "i32")
    for source in layouts(x):
        for index in layouts(whole):
            call = get_op("gather").call((form, "i64"), axis=axis)
            assert_as_numpy_route(devices[:1], call, source, index, odd=True)
        call = get_op("index_select").call((form, "i32"), axis=axis)
        assert_as_numpy_route(devices, call, source, some)


def test_S2_more_words_than_a_grid_holds_are_taken_in_turns(devices) -> None:
    rng = np.random.default_rng(3)
    call = get_op("gather").call(("u8", "i32"), axis=0)
    index = indices(rng, (40_003,), 77, "i32")
    assert_as_numpy_route(devices[:1], call, patterns("u8", 77), index)


@pytest.mark.parametrize("op", INDEXED)
@pytest.mark.parametrize("bad", [-1, 4, 2**31 - 1])
def test_S2_an_index_out_of_range_is_named_and_nothing_is_written(devices, op, bad) -> None:
    index = np.zeros(700, np.int32)
    index[[333, 600]] = bad
    attributes = {} if op == "embedding" else {"axis": 0}
    call = get_op(op).call(("f32", "i32"), **attributes)
    x = np.ones((4, 2) if op == "embedding" else 4, np.float32)
    result = np.full((700, 2) if op == "embedding" else 700, 7, np.float32)
    said = f"{op}: index {bad} at row-major position 333 is out of range for size 4"
    for session in devices:
        with pytest.raises(BackendError, match=said):
            session.run(call, [x, index], [result])
    assert (result == 7).all()


def test_S2_a_broadcast_index_is_refused_at_its_first_position(devices) -> None:
    index = np.broadcast_to(np.array([[0], [9]]), (2, 50))
    call = get_op("gather").call(("f32", "i64"), axis=0)
    with pytest.raises(BackendError, match="index 9 at row-major position 50 is out of range"):
        devices[0].run(call, [np.ones((3, 50), np.float32), index], [np.ones((2, 50), np.float32)])


@pytest.mark.parametrize("shape", [(), (7,), (3, 90)])
def test_S2_one_hot_rows_have_one_one(devices, shape) -> None:
    index = indices(np.random.default_rng(4), shape, 11, "i32")
    call = get_op("one_hot").call(("i32",), classes=11)
    assert_as_numpy_route(devices, call, index, odd=True)
    with pytest.raises(BackendError, match="one_hot: index 10 at row-major position 0"):
        devices[0].run(
            get_op("one_hot").call(("i32",), classes=3),
            [np.full((2,), 10, np.int32)],
            [np.ones((2, 3), np.int64)],
        )


@pytest.mark.parametrize("n", [3, 70_000])
@pytest.mark.parametrize("op", [*INDEXED, "one_hot"])
def test_S2_a_refused_call_leaves_arrays_on_the_device_as_they_were(devices, op, n) -> None:
    """Test calls of one block and of several, with results that are aligned or at odd addresses."""
    call = (
        get_op(op).call(("i64",), classes=4) if op == "one_hot" else get_op(op).call(("f32", "i64"))
    )
    wrong = np.arange(n) % 4
    wrong[n - 2] = -1
    x = np.ones((4, 1) if op == "embedding" else 4, np.float32)
    shape = (n, 4) if op == "one_hot" else (n, *x.shape[1:])
    said = f"{op}: index -1 at row-major position {n - 2} is out of range for size 4"
    for session in devices:
        for offset in (0, 1):
            item = 8 if op == "one_hot" else 4
            before = np.full(item * np.prod(shape) + 1, 7, np.uint8)
            room = resident(session.machine, before)
            kind = np.int64 if op == "one_hot" else np.float32
            result = room.view(shape, None, offset, kind)
            operands = [resident(session.machine, y) for y in ([] if op == "one_hot" else [x])]
            with pytest.raises(BackendError, match=said):
                session.run(call, [*operands, resident(session.machine, wrong)], [result])
            assert np.array_equal(room.values(), before)
            session.run(call, [*operands, resident(session.machine, np.abs(wrong))], [result])
            assert not np.array_equal(room.values(), before)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", ["f32", "bf16", "u8"])
def test_S2_pad_reaches_every_mode_axis_and_layout(devices, mode, form) -> None:
    x = patterns(form, 4, 5, 8)
    for widths in ((1, 2, 0, 0, 0, 0), (0, 0, 3, 1, 0, 0), (0, 0, 0, 0, 4, 3), (1, 1, 2, 2, 3, 3)):
        call = get_op("pad").call((form,), widths=widths, mode=mode, value=1.5)
        for source in layouts(x):
            assert_as_numpy_route(devices[:1], call, source, odd=True)
        assert_as_numpy_route(devices, call, x)


@pytest.mark.parametrize("form", ["f64", "f32", "f16", "bf16", "f8e4m3fn", "i8", "u32", "bool"])
def test_R5_the_constant_of_pad_is_cast_once(devices, form) -> None:
    for value in (0.0, -0.0, 1.00390625000001, 1e39, -700.5, 2.5):
        call = get_op("pad").call((form,), widths=(2, 1), mode="constant", value=value)
        assert_as_numpy_route(devices[:1], call, patterns(form, 3))
    call = get_op("pad").call((form,), widths=(2, 3), mode="constant", value=1.0)
    assert_as_numpy_route(devices[:1], call, patterns(form, 0))


@pytest.mark.parametrize(
    ("stride", "padding", "dilation"), [(1, 0, 1), (2, 1, 1), (1, 2, 2), (3, 4, 2)]
)
def test_S2_unfold_lays_out_every_tap(devices, stride, padding, dilation) -> None:
    call = get_op("unfold").call(
        ("f32",),
        kernel_size=(2, 3),
        stride=(stride, 1),
        padding=(padding, 1),
        dilation=(1, dilation),
    )
    for source in layouts(patterns("f32", 2, 3, 5, 7)):
        assert_as_numpy_route(devices, call, source, odd=True)
    assert_as_numpy_route(devices[:1], call, patterns("f32", 1, 1, 40, 40))
