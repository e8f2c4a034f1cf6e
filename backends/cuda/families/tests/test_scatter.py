"""Tests that scatters on the emulated device give the bits of the NumPy route (T7)."""

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.families.tests.placed import (
    assert_as_numpy_route,
    layouts,
    patterns,
    sessions,
)
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.indexing import ADDED_FORMATS
from samebits.spec.formats import FORMATS


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def numbers(form, *shape, seed=1):
    rng = np.random.default_rng(seed)
    if form.startswith(("i", "u")):
        return patterns(form, *shape, seed=seed)
    return (rng.standard_normal(shape) * 2.0 ** rng.integers(-8, 8, shape)).astype(
        FORMATS[form].dtype
    )


@pytest.mark.parametrize("form", ADDED_FORMATS)
def test_T7_every_format_adds_in_its_compute_format(devices, form) -> None:
    index = np.random.default_rng(1).integers(0, 5, 90)
    call = get_op("scatter_add").call((form, "i64", form))
    assert_as_numpy_route(devices, call, numbers(form, 6), index, numbers(form, 90, seed=2))


@pytest.mark.parametrize("n", [1, 2, 31, 32, 33, 63, 64, 65, 95, 97, 1025, 4097, 9000])
@pytest.mark.parametrize("goals", [1, 2, 7, 300])
def test_T7_groups_of_every_length_around_pieces(devices, n, goals) -> None:
    index = np.random.default_rng(n).integers(0, goals, n)
    index[: n // 2] = 0
    call = get_op("gather_gradient").call(("f32", "i64"), shape=(goals,))
    assert_as_numpy_route(devices, call, numbers("f32", n, seed=n), index)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("op", ["scatter_add", "gather_gradient"])
def test_T7_lines_before_and_after_the_axis_in_any_layout(devices, op, axis) -> None:
    rng = np.random.default_rng(axis)
    shape = [4, 5, 6]
    shape[axis] = 40
    whole, updates = rng.integers(0, 6, shape), numbers("f32", *shape)
    prior_shape = [5, 6, 7]
    prior_shape[axis] = 6
    prior = numbers("f32", *prior_shape, seed=5)
    prior[0, 0, 0], prior[-1, -1, -1] = -0.0, -np.nan
    for index in layouts(whole):
        if op == "scatter_add":
            call = get_op(op).call(("f32", "i64", "f32"), axis=axis)
            assert_as_numpy_route(devices[:1], call, prior, index, updates, odd=True)
        else:
            call = get_op(op).call(("f32", "i64"), axis=axis, shape=prior_shape)
            assert_as_numpy_route(devices[:1], call, updates, index, odd=True)
    for source in layouts(updates):
        call = get_op("scatter_add").call(("f32", "i64", "f32"), axis=axis)
        assert_as_numpy_route(devices, call, prior, whole, source)


@pytest.mark.parametrize("width", [1, 3, 31, 33, 300])
def test_T7_rows_are_carried_whole(devices, width) -> None:
    rng = np.random.default_rng(width)
    index = rng.integers(0, 4, (3, 50)).astype(np.int32)
    for padding in (None, 2):
        call = get_op("embedding_gradient").call(("bf16", "i32"), rows=5, padding_index=padding)
        assert_as_numpy_route(devices, call, numbers("bf16", 3, 50, width), index)
    for axis in (0, 1, 2):
        shape = [2, 3, width]
        prior = numbers("f32", *shape, seed=3)
        shape[axis] = 70
        some = rng.integers(0, prior.shape[axis], 70)
        call = get_op("index_add").call(("f32", "i64", "f32"), axis=axis)
        assert_as_numpy_route(devices[:1], call, prior, some, numbers("f32", *shape))


@pytest.mark.parametrize("n", [257, 700, 2100, 3300])
def test_T7_long_groups_are_shared_by_aligned_parts(devices, n) -> None:
    index = np.where(np.arange(n) % 50 == 7, 1, 0)
    call = get_op("embedding_gradient").call(("f32", "i64"), rows=2)
    assert_as_numpy_route(devices, call, numbers("f32", n, 33, seed=n), index)


def test_T1_sums_of_negative_zeros_are_negative_zeros(devices) -> None:
    index = np.repeat(np.arange(6), (1, 2, 9, 33, 70, 600))
    call = get_op("gather_gradient").call(("f32", "i64"), shape=(7,))
    zeros = np.full(index.size, -0.0, np.float32)
    assert_as_numpy_route(devices, call, zeros, index)
    result = np.ones(7, np.float32)
    devices[0].run(call, [zeros, index], [result])
    assert np.signbit(result).tolist() == [True] * 6 + [False]


def test_T7_a_broadcast_index_carries_its_axis(devices) -> None:
    index = np.broadcast_to(np.random.default_rng(1).integers(0, 3, (80, 1)), (80, 9))
    call = get_op("scatter_add").call(("f32", "i64", "f32"), axis=0)
    assert_as_numpy_route(devices, call, numbers("f32", 3, 9), index, numbers("f32", 80, 9))


def test_T7_no_updates_leave_the_prior_and_zeros(devices) -> None:
    prior = np.array([-0.0, -np.nan, 1.0], np.float32)
    none = np.zeros(0, np.int64)
    call = get_op("scatter_add").call(("f32", "i64", "f32"))
    assert_as_numpy_route(devices, call, prior, none, np.zeros(0, np.float32))
    call = get_op("embedding_gradient").call(("f32", "i64"), rows=3)
    assert_as_numpy_route(devices, call, np.ones((0, 4), np.float32), none)
    assert_as_numpy_route(devices, call, np.ones((2, 0), np.float32), np.array([1, 2]))
    assert_as_numpy_route(devices, call, np.ones(4, np.float32), np.array(2))


@pytest.mark.parametrize("bad", [-1, 3])
@pytest.mark.parametrize("width", [0, 2])
def test_T7_an_index_out_of_range_is_named_and_nothing_is_written(devices, bad, width) -> None:
    index = np.zeros((5, 100), np.int64)
    index[2, 40] = index[4, 1] = bad
    call = get_op("embedding_gradient").call(("f32", "i64"), rows=3)
    result = np.full((3, width), 7, np.float32)
    said = f"embedding_gradient: index {bad} at row-major position 240 is out of range for size 3"
    for session in devices:
        with pytest.raises(BackendError, match=said):
            session.run(call, [np.ones((5, 100, width), np.float32), index], [result])
    assert (result == 7).all()


ALONG = [
    op.name
    for op in all_ops().values()
    if "T7" in op.clauses and "axis" in [a.name for a in op.attributes] and op.graph is None
]


@pytest.mark.parametrize("n", [3, 5000])
@pytest.mark.parametrize("op", ALONG)
def test_T7_a_refused_call_leaves_arrays_on_the_device_as_they_were(devices, op, n) -> None:
    """Test calls of one block and of several, with aligned, unaligned and reversed results."""
    attributes = {"shape": (4,)} if op == "gather_gradient" else {}
    call = get_op(op).call(("f32", "i64") if attributes else ("f32", "i64", "f32"), **attributes)
    index = np.arange(n) % 4
    wrong = index.copy()
    wrong[n - 2] = 4
    said = f"{op}: index 4 at row-major position {n - 2} is out of range for size 4"
    prior, values = np.arange(4, dtype=np.float32), np.ones(n, np.float32)
    for session in devices:
        for strides, offset in (((4,), 0), ((4,), 1), ((-4,), 16)):
            room = resident(session.machine, np.full(24, 7, np.uint8))
            result = room.view((4,), strides, offset, prior.dtype)
            for indices in (index, wrong, index):
                operands = [resident(session.machine, x) for x in (values, indices)]
                if not attributes:
                    operands = [resident(session.machine, prior), *operands[::-1]]
                before = room.values().tobytes()
                if indices is wrong:
                    with pytest.raises(BackendError, match=said):
                        session.run(call, operands, [result])
                    assert room.values().tobytes() == before
                    room.write(0, np.full(24, 7, np.uint8))
                else:
                    session.run(call, operands, [result])
                    assert room.values().tobytes() != before


def test_T7_no_thread_races_another_or_reads_what_nobody_wrote() -> None:
    rng = np.random.default_rng(1)
    index = rng.integers(0, 9, 5000)
    index[1000:3000] = 4
    machine = EmulatedMachine("random", checked=True)
    call = get_op("scatter_add").call(("f32", "i64", "f32"))
    session = CudaSession("emulated-checked", machine)
    assert_as_numpy_route([session], call, numbers("f32", 9), index, numbers("f32", 5000))
    machine.close()
