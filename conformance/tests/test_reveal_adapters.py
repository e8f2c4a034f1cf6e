"""Tests of the layout of terms in the operands of an op, and of the outputs that sum them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from samebits.conformance.reveal.adapter import Layout, Question, Shape, adapter_of
from samebits.conformance.reveal.adapters.convolutions_adapter import kernel_of
from samebits.conformance.reveal.arithmetic import Array
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call

F32 = np.float32


def laid_out(op: str, question: Question) -> tuple[Layout, list[Shape]]:
    """Return the layout of a call without a bias, and the shapes of its operands."""
    attributes, shapes = adapter_of(op).plan(question)
    call = get_op(op).call(["f32"] * len(shapes), **attributes)
    return adapter_of(op).layout(call, shapes, question), shapes


def test_a_scan_has_as_many_terms_as_elements_up_to_the_index() -> None:
    adapter = adapter_of("cumsum")
    for question, leaves, rows in ((Question(9), 9, 1), (Question(9, index=4, rows=3), 5, 3)):
        attributes, shapes = adapter.plan(question)
        call = get_op("cumsum").call(["f32"], **attributes)
        layout = adapter.layout(call, shapes, question)
        assert (layout.leaves, layout.rows) == (leaves, rows)
        (x,) = layout.operands(np.ones((rows, leaves), F32), np.ones(0, F32))
        assert x.shape == tuple(shapes[0])
        assert x.sum() == rows * leaves


def test_a_convolution_takes_a_position_inside_and_a_bias_of_zero() -> None:
    adapter = adapter_of("conv1d")
    question = Question(6, columns=2)
    attributes, shapes = adapter.plan(question)
    call = get_op("conv1d").call(["f32"] * 3, **attributes)
    withbias = [*shapes, (shapes[1][0],)]
    layout = adapter.layout(call, withbias, question)
    operands = layout.operands(np.ones((1, 6), F32), np.ones(6, F32))
    assert [x.shape for x in operands] == [tuple(s) for s in withbias]
    assert not operands[2].any()
    places = shapes[0][2] - shapes[1][2] + 1
    adapter.layout(call, withbias, replace(question, index=places - 1))
    for outside in (places, -1):
        with pytest.raises(SpecError, match=f"position {outside} is not in an output"):
            adapter.layout(call, withbias, replace(question, index=outside))


@pytest.mark.parametrize(("index", "corner"), [(None, (0, 0)), (1, (0, 1)), (4, (1, 0))])
def test_T5_a_convolution_is_read_where_its_terms_are_the_first_position_by_default(
    index: int | None, corner: tuple[int, int]
) -> None:
    layout, shapes = laid_out("conv2d", Question(8, rows=3, columns=4, index=index))
    assert shapes == [(3, 2, 5, 5), (4, 2, 2, 2)]
    assert (layout.leaves, layout.rows, layout.columns) == (8, 3, 4)
    assert layout.products
    terms = np.arange(1, 25, dtype=F32).reshape(3, 8)
    x, weight = layout.operands(terms, np.arange(8, dtype=F32))
    i, j = corner
    assert x[:, :, i : i + 2, j : j + 2].reshape(3, 8).tolist() == terms.tolist()
    assert np.count_nonzero(x) == 24
    assert weight.reshape(4, 8).tolist() == [list(range(8))] * 4
    output = np.arange(3 * 4 * 4 * 4, dtype=F32).reshape(3, 4, 4, 4)
    assert layout.results(output).tolist() == output[:, :, i, j].tolist()


def test_T6_a_scan_of_one_row_is_a_vector_and_of_several_a_matrix() -> None:
    plan = adapter_of("cumsum").plan
    assert plan(Question(5)) == ({"axis": 0}, [(5,)])
    assert plan(Question(5, rows=2)) == ({"axis": -1}, [(2, 5)])
    assert plan(Question(5, rows=2, axis=0)) == ({"axis": 0}, [(5, 2)])


def test_T6_a_scan_is_read_at_an_element_that_it_has() -> None:
    question = Question(5, rows=2)
    for index, leaves in ((None, 5), (0, 1), (4, 5)):
        layout, _ = laid_out("cumsum", replace(question, index=index))
        assert (layout.leaves, layout.rows, layout.columns) == (leaves, 2, 1)
        (x,) = layout.operands(np.ones((2, leaves), F32), np.ones(0, F32))
        assert x.tolist() == [[1.0] * leaves + [0.0] * (5 - leaves)] * 2
        assert layout.results(np.cumsum(x, axis=1)).tolist() == [[leaves], [leaves]]
    for index in (-1, 5):
        with pytest.raises(SpecError, match=f"--index {index} must be from 0 to 4 in a scan of 5"):
            adapter_of("cumsum").plan(replace(question, index=index))


def test_scans_are_read_at_an_element() -> None:
    """The layout is tested with a scan in this test, without a session."""
    question = Question(9, rows=2, axis=0, index=5)
    attributes, shapes = adapter_of("cumsum").plan(question)
    call = Call("cumsum", 1, ("f32",), ("f32",), dict(attributes))
    layout = adapter_of("cumsum").layout(call, shapes, question)
    assert (shapes, layout.leaves, layout.rows) == ([(9, 2)], 6, 2)
    terms = np.arange(12, dtype=np.float32).reshape(2, 6)
    (x,) = layout.operands(terms, np.ones(6, dtype=np.float32))
    assert x[6:].tolist() == [[0, 0]] * 3
    assert layout.results(np.cumsum(x, axis=0)).tolist() == [[15], [51]]


@pytest.mark.parametrize("rank", [1, 2, 3])
@pytest.mark.parametrize("index", [None, 3])
def test_T5_taps_lie_in_the_order_channel_and_kernel_axes(rank: int, index: int | None) -> None:
    op = f"conv{rank}d"
    question = Question(54, rows=2, columns=4, index=index)
    attributes, shapes = adapter_of(op).plan(question)
    call = Call(op, 1, ("f32", "f32"), ("f32",), dict(attributes))
    layout = adapter_of(op).layout(call, shapes, question)
    assert (layout.leaves, layout.rows, layout.columns) == (54, 2, 4)
    terms = np.arange(108, dtype=np.float32).reshape(2, 54) % 7
    other = np.arange(54, dtype=np.float32) % 5
    x, weight = layout.operands(terms, other)
    sums = layout.results(_convolution(x, weight))
    assert sums.tolist() == np.repeat((terms @ other)[:, None], 4, axis=1).tolist()


def _convolution(x: Array, weight: Array) -> Array:
    kernel = weight.shape[2:]
    windows = np.lib.stride_tricks.sliding_window_view(x, kernel, tuple(range(2, x.ndim)))
    moved = np.moveaxis(windows, 1, x.ndim - 1)  # axes: samples, positions, channels, kernel
    flat = moved.reshape(*moved.shape[: x.ndim - 1], -1)
    return np.moveaxis(flat @ weight.reshape(len(weight), -1).T, -1, 1)


def test_kernels_divide_the_taps() -> None:
    assert [kernel_of(n, 2) for n in (9, 18, 50, 8, 7)] == [
        (1, (3, 3)), (2, (3, 3)), (2, (5, 5)), (2, (2, 2)), (7, (1, 1))
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["stride", "dilation", "groups", "padding"])
def test_T5_windows_that_the_adapter_does_not_read_are_refused(name: str) -> None:
    call = Call("conv2d", 1, ("f32", "f32"), ("f32",), {name: 2})
    with pytest.raises(SpecError, match=f"needs {name}"):
        adapter_of("conv2d").layout(call, [(1, 1, 3, 3), (1, 1, 3, 3)], Question(9))
