"""Test that gather, index_select, embedding, one_hot, pad and unfold copy bits unchanged (S2)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.operands import check, mixed
from samebits.backends.executor import poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, bits_of, get_format
from samebits.spec.language.call import Call

MODES = ("constant", "reflect", "replicate", "circular")


def cube(name: str, *shape: int) -> Array:
    return mixed(name, int(np.prod(shape)), 5).reshape(shape)


def indices(name: str, limit: int, *shape: int) -> Array:
    draw = np.random.default_rng(limit)
    return draw.integers(0, limit, shape).astype(get_format(name).dtype)


@pytest.mark.parametrize("index", ["i64", "i32"])
@pytest.mark.parametrize("name", FORMATS)
def test_S2_elements_are_taken_from_the_places_that_the_index_names(
    session: CSession, name: str, index: str
) -> None:
    x = cube(name, 4, 6, 5)
    for axis in (0, 1, 2, -1):
        limit = x.shape[axis]
        shape = [3, 6, 4]
        shape[axis] = 11
        call = get_op("gather").call([name, index], axis=axis)
        check(session, call, [x, indices(index, limit, *shape)])
        call = get_op("index_select").call([name, index], axis=axis)
        check(session, call, [x, indices(index, limit, 9)])
    call = get_op("embedding").call([name, index])
    check(session, call, [cube(name, 7, 5), indices(index, 7, 2, 3)])


@pytest.mark.parametrize("index", ["i64", "i32"])
def test_S2_long_and_wide_takes_are_those_of_the_oracle(session: CSession, index: str) -> None:
    x = mixed("f32", 70_001, 6)
    call = get_op("gather").call(["f32", index])
    check(session, call, [x, indices(index, x.size, 1 << 17)], exact=False)
    call = get_op("embedding").call(["f32", index])
    check(session, call, [x[:70_000].reshape(100, 700), indices(index, 100, 333)], exact=False)


def test_S2_views_of_any_stride_may_be_taken_from(session: CSession) -> None:
    x = cube("f32", 8, 6, 10)[::-1, ::2, 1::3].transpose(2, 0, 1)
    index = np.broadcast_to(indices("i64", 3, 4), (2, 3, 4))[:, ::-1]
    call = get_op("gather").call(["f32", "i64"], axis=2)
    wanted = numpy_route.evaluate(call, [x, index])[0]
    output = poisoned((4, 3, 2), "f32").transpose(2, 1, 0)
    session.run(call, [x, index], [output])
    assert np.array_equal(bits_of(output), bits_of(wanted))


@pytest.mark.parametrize("name", FORMATS)
def test_S2_R5_pad_surrounds_every_axis_in_every_mode(session: CSession, name: str) -> None:
    x = cube(name, 3, 4, 5)
    for mode in MODES:
        for value in (0.0, -0.0, 1.5, -200.75, 1e300, -np.inf):
            call = get_op("pad").call([name], widths=(2, 1, 0, 3, 4, 0), mode=mode, value=value)
            check(session, call, [x], exact=value == 1.5)


def test_S2_pads_without_axes_or_elements(session: CSession) -> None:
    for shape, mode in (((), "constant"), ((0, 3), "constant"), ((1, 1), "replicate")):
        call = get_op("pad").call(["f32"], widths=(2, 1) * len(shape), mode=mode, value=-1.0)
        check(session, call, [np.full(shape, 3, np.float32)])


@pytest.mark.parametrize("name", FORMATS)
def test_S2_unfold_lists_the_taps_of_every_place(session: CSession, name: str) -> None:
    x = cube(name, 2, 3, 7, 6)
    for stride, padding, dilation in (((1, 1), (0, 0), (1, 1)), ((2, 3), (3, 1), (2, 1))):
        call = get_op("unfold").call(
            [name], kernel_size=(2, 3), stride=stride, padding=padding, dilation=dilation
        )
        check(session, call, [x])
        check(session, call, [x[:, ::-1, :, ::-1]], exact=False)


@pytest.mark.parametrize("index", ["i64", "i32"])
def test_S2_one_hot_marks_the_index(session: CSession, index: str) -> None:
    for shape, classes in (((3, 4), 5), ((), 3), ((0,), 0), ((70,), 600)):
        call = get_op("one_hot").call([index], classes=classes)
        check(session, call, [indices(index, max(classes, 1), *shape)])


@pytest.mark.parametrize("bad", [-1, 5, 2**31 - 1, -(2**31)])
@pytest.mark.parametrize("index", ["i64", "i32"])
def test_an_index_out_of_range_is_named_and_nothing_is_written(
    session: CSession, index: str, bad: int
) -> None:
    """C2.1, C2.3: an invalid index is an error even if all other indices are valid."""
    x, places = np.ones((5, 3), np.float32), np.zeros(40_000, get_format(index).dtype)
    places[[777, 39_999]] = bad
    output = poisoned((40_000, 3), "f32")
    before = bits_of(output).copy()
    text = f"embedding: index {bad} at row-major position 777 is out of range for size 5"
    with pytest.raises(BackendError, match=text):
        session.run(get_op("embedding").call(["f32", index]), [x, places], [output])
    assert np.array_equal(bits_of(output), before)


@pytest.mark.parametrize(
    ("op", "attributes", "shapes", "message"),
    [
        ("gather", {"axis": 2}, [(3, 4), (3, 4)], "axis 2 is out of range"),
        ("index_select", {"axis": 0}, [(3, 4), (3, 4)], "must be a vector"),
        ("gather", {"axis": 0}, [(3, 4), (3, 5)], "larger than x outside axis 0"),
        ("embedding", {}, [(3,), (3,)], "must be a matrix"),
    ],
)
def test_wrong_shapes_are_refused_by_the_library_too(
    session: CSession, op: str, attributes: dict[str, int], shapes: list[tuple[int, ...]],
    message: str,
) -> None:  # fmt: skip
    x, index = np.zeros(shapes[0], np.float32), np.zeros(shapes[1], np.int64)
    output = np.zeros(shapes[1], np.float32)
    with pytest.raises(BackendError, match=message):
        session.run(get_op(op).call(["f32", "i64"], **attributes), [x, index], [output])


@pytest.mark.parametrize(
    ("widths", "mode", "message"),
    [
        ((-1, 0), "constant", "not -1 and 0"),
        ((4, 0), "reflect", "by 0 to 3"),
        ((0, 5), "circular", "by 0 to 4"),
        ((1,), "constant", "must be 2 integers"),
    ],
)
def test_wrong_widths_are_refused_by_the_library_too(
    unchecked: CSession, widths: tuple[int, ...], mode: str, message: str
) -> None:
    attributes = {"widths": widths, "mode": mode, "value": 0.0}
    call = Call("pad", 1, ("f32",), ("f32",), attributes)
    with pytest.raises(BackendError, match=message):
        unchecked.run(call, [np.zeros(4, np.float32)], [np.zeros(8, np.float32)])
