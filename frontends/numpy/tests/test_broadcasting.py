"""Broadcasting and axes: the standard's shapes, and the same bits as the op on full copies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp

import samebits.numpy as snp
from samebits.backends import executor
from samebits.backends.protocol import Session
from samebits.numpy.names import SHARED
from samebits.numpy.tests.every import ELEMENTWISE, function
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, get_format

SETTINGS = settings(max_examples=60, deadline=None)


def normal(shape: tuple[int, ...], seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


@SETTINGS
@given(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=4, min_side=0))
def test_operands_broadcast_as_if_they_were_copied(shapes: hnp.BroadcastableShapes) -> None:
    a, b = (normal(shape, i) for i, shape in enumerate(shapes.input_shapes))
    found = snp.subtract(a, b)
    assert found.shape == shapes.result_shape
    whole = [np.broadcast_to(x, shapes.result_shape).copy() for x in (a, b)]
    assert np.array_equal(bits_of(found), bits_of(snp.subtract(*whole)))
    assert np.array_equal(bits_of(found), bits_of(np.subtract(a, b)))  # NumPy rounds only once too


@SETTINGS
@given(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=3))
def test_three_operands_broadcast(shapes: hnp.BroadcastableShapes) -> None:
    condition, a, b = (normal(shape, i) for i, shape in enumerate(shapes.input_shapes))
    found = snp.where(condition > 0, a, b)
    assert np.array_equal(bits_of(found), bits_of(np.where(condition > 0, a, b)))


SEVERAL = [n for n in ELEMENTWISE if len(get_op(n).operands) > 1 and n not in SHARED]


@pytest.mark.parametrize("name", SEVERAL)
def test_every_elementwise_op_broadcasts(name: str) -> None:
    op = get_op(name)
    inputs = op.signatures[0][0]
    shapes = ((2, 1, 3), (5, 1), (3,), ())
    draw = np.random.default_rng(3)
    x = [
        (draw.standard_normal(shapes[i]) * 3).astype(get_format(form).dtype)
        for i, form in enumerate(inputs)
    ]
    whole = [np.broadcast_to(v, np.broadcast_shapes(*(v.shape for v in x))).copy() for v in x]
    assert np.array_equal(bits_of(function(op)(*x)), bits_of(function(op)(*whole)))


def test_shapes_that_do_not_broadcast_are_named() -> None:
    with pytest.raises(SpecError, match=r"^add: shapes \(2, 3\) and \(2,\) cannot be broadcast"):
        snp.add(normal((2, 3)), normal((2,)))


@SETTINGS
@given(
    hnp.array_shapes(min_dims=0, max_dims=4, min_side=1, max_side=4),
    st.data(),
    st.booleans(),
)
def test_T2_axes_are_one_or_several_or_all(
    baseline: Session, shape: tuple[int, ...], data: st.DataObject, keepdims: bool
) -> None:
    x = normal(shape)
    axes = tuple(data.draw(st.permutations(range(len(shape)))))
    axes = tuple(a - len(shape) * data.draw(st.booleans()) for a in axes)
    axes = axes[: data.draw(st.integers(0, len(axes)))]
    call = get_op("sum").call(["f32"], axes=axes, keepdims=keepdims)
    (wanted,) = executor.execute(baseline, call, [x])
    assert np.array_equal(bits_of(snp.sum(x, axis=axes, keepdims=keepdims)), bits_of(wanted))
    assert np.array_equal(bits_of(snp.sum(x, axis=[*axes], keepdims=keepdims)), bits_of(wanted))
    assert wanted.shape == np.sum(x, axis=axes, keepdims=keepdims).shape


def test_T2_one_axis_is_an_integer_and_none_is_all() -> None:
    x = normal((2, 3, 4))
    assert snp.sum(x, axis=1).shape == (2, 4)
    assert snp.sum(x, axis=np.int64(-1)).shape == (2, 3)
    assert snp.sum(x).shape == snp.max(x, axis=None).shape == ()
    assert snp.sum(x, keepdims=True).shape == (1, 1, 1)
    assert snp.argmax(x) == np.argmax(x)


def test_a_result_of_rank_0_is_an_array() -> None:
    found = snp.sum(normal((2, 3)))
    assert type(found) is np.ndarray
    assert found.shape == ()
    assert type(snp.exp(np.float32(1))) is np.ndarray


@pytest.mark.parametrize(
    ("axis", "says"),
    [(2, "out of range"), ((0, -2), "twice"), (True, "integers"), (1.0, "integers")],
)
def test_A1_4_an_axis_that_is_none_is_refused(axis: object, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        snp.sum(normal((2, 3)), axis=axis)


def test_strides_and_readonly_views_are_taken_as_they_are() -> None:
    x = normal((6, 8))
    x.flags.writeable = False
    for view in (x[::2, ::-1], x.T, np.broadcast_to(x[0], (3, 8))):
        assert np.array_equal(bits_of(snp.exp(view)), bits_of(snp.exp(view.copy())))
        assert np.array_equal(bits_of(snp.sum(view, axis=0)), bits_of(snp.sum(view.copy(), axis=0)))


def test_more_axes_than_numpy_broadcasts_are_refused() -> None:
    long, column = np.ones((1,) * 40, np.float32), np.ones((2, 1), np.float32)
    wrong: tuple[Callable[[], object], ...] = (
        lambda: snp.add(long, column),
        lambda: snp.broadcast_arrays(long, column),
        lambda: snp.matmul(long, np.ones((3, 1, 1), np.float32)),
    )
    for call in wrong:
        with pytest.raises(SpecError, match="cannot be broadcast"):
            call()
    assert snp.__array_namespace_info__().capabilities()["max dimensions"] == 32
