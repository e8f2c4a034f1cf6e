"""New results of elementwise functions have the memory order of their operands, as in NumPy."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.numpy.integers import one_element
from samebits.numpy.layouts import LARGE, axes_in_memory, inverse, rows_repeated
from samebits.numpy.values import Array
from samebits.spec.formats import bits_of


def _strides(x: Array) -> tuple[int, ...]:
    """Return the strides of all axes of size 2 or more. Other strides have no effect."""
    return tuple(s for s, n in zip(x.strides, x.shape, strict=True) if n > 1)


def _view(draw: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Return a random view of a shape: permuted axes, gaps, negative strides, repeated axes."""
    axes = draw.permutation(len(shape))
    gaps = draw.integers(1, 3, len(shape))
    stored = [shape[a] * gaps[a] for a in axes]
    x = draw.standard_normal(stored).astype(np.float32).transpose(np.argsort(axes))
    x = x[tuple(slice(None, None, int(gap)) for gap in gaps)]
    x = x[tuple(slice(None, None, int(draw.choice([1, 1, -1]))) for _ in shape)]
    some = [slice(0, 1) if draw.random() < 0.15 else slice(None) for _ in shape]
    return np.broadcast_to(x[tuple(some)], shape)


def test_the_order_of_axes_is_that_of_numpy_for_any_operands() -> None:
    draw = np.random.default_rng(5)
    for _ in range(2000):
        shape = tuple(int(n) for n in draw.integers(1, 4, draw.integers(0, 5)))
        operands = [_view(draw, shape) for _ in range(draw.integers(1, 3))]
        wanted = np.negative(*operands) if len(operands) == 1 else np.add(*operands)
        axes = axes_in_memory(operands)
        sizes = shape if axes is None else [shape[axis] for axis in axes]
        made = np.empty(sizes, np.float32)
        made = made if axes is None else made.transpose(inverse(axes))
        assert made.shape == shape
        assert _strides(made) == tuple(abs(s) for s in _strides(wanted))


@pytest.mark.parametrize("order", ["C", "F"])
def test_results_have_the_order_of_their_operands_and_the_values_by_index(
    order: Literal["C", "F"],
) -> None:
    draw = np.random.default_rng(6)
    x, y = (draw.standard_normal((5, 7)).astype(np.float32, order) for _ in range(2))
    plain_x, plain_y = np.ascontiguousarray(x), np.ascontiguousarray(y)
    for got, wanted in (
        (snp.exp(x), snp.exp(plain_x)),
        (snp.add(x, y), snp.add(plain_x, plain_y)),
        (snp.add(x, 2.0), snp.add(plain_x, 2.0)),
        (snp.pow(x, 2.0), snp.pow(plain_x, 2.0)),
        (snp.where(x > 0, x, y), snp.where(plain_x > 0, plain_x, plain_y)),
        (snp.astype(x, "bf16"), snp.astype(plain_x, "bf16")),
        (snp.isfinite(x), snp.isfinite(plain_x)),
        (snp.clip(x, -1.0, 1.0), snp.clip(plain_x, -1.0, 1.0)),
    ):
        assert got.flags.c_contiguous if order == "C" else got.flags.f_contiguous
        assert np.array_equal(bits_of(got), bits_of(wanted))


def test_an_elementwise_graph_without_a_kernel_keeps_the_order_too() -> None:
    x = np.asfortranarray(np.random.default_rng(7).standard_normal((5, 7)).astype(np.float16))
    got = snp.pow(x, 3.0)
    assert got.flags.f_contiguous
    assert np.array_equal(bits_of(got), bits_of(snp.pow(np.ascontiguousarray(x), 3.0)))


def test_out_keeps_its_own_order_whatever_the_operands_have() -> None:
    x = np.asfortranarray(np.random.default_rng(8).standard_normal((5, 7)).astype(np.float32))
    orders: tuple[Literal["C", "F"], ...] = ("C", "F")
    for order in orders:
        out = np.empty((5, 7), np.float32, order)
        strides = out.strides
        assert snp.exp(x, out=out) is out
        assert out.strides == strides
        assert np.array_equal(bits_of(out), bits_of(snp.exp(x)))


def test_a_function_that_is_not_elementwise_returns_row_major_results() -> None:
    x = np.asfortranarray(np.random.default_rng(9).standard_normal((5, 7)).astype(np.float32))
    assert snp.cumulative_sum(x, axis=0).flags.c_contiguous
    assert snp.softmax(x, axis=1).flags.c_contiguous


@pytest.mark.parametrize("name", ["float32", "bfloat16", "bool"])
def test_concat_of_any_number_of_arrays_is_that_of_numpy_in_order_and_bits(name: str) -> None:
    draw = np.random.default_rng(10)
    orders: tuple[Literal["C", "F"], ...] = ("C", "F")
    for count in (1, 2, 4, 5, 9, 17):
        for axis in (0, 1, -1):
            for order in orders:
                arrays: list[Array] = []
                for _ in range(count):
                    shape = [3, 4]
                    shape[axis] = int(draw.integers(0, 4))
                    x = np.asarray(draw.integers(0, 2, shape), order=order)
                    arrays.append(x.astype(getattr(snp, name), order="K"))
                got = snp.concat(arrays, axis=axis)
                patterns = [bits_of(x) for x in arrays]
                assert np.array_equal(bits_of(got), np.concatenate(patterns, axis=axis))
                if order == "F" and all(x.size > 4 for x in arrays):
                    assert got.flags.f_contiguous


def test_joined_arrays_have_the_order_of_numpy() -> None:
    draw = np.random.default_rng(11)
    for _ in range(300):
        rank = int(draw.integers(1, 5))
        shape, order = draw.integers(1, 4, rank), draw.permutation(rank)
        axis, count = int(draw.integers(0, rank)), int(draw.integers(1, 7))
        parts = [draw.standard_normal(shape[order]).astype(np.float32) for _ in range(count)]
        arrays = [x.transpose(np.argsort(order)) for x in parts]
        for got, wanted in (
            (snp.concat(arrays, axis=axis), np.concatenate(arrays, axis=axis)),
            (snp.stack(arrays, axis=axis), np.stack(arrays, axis=axis)),
        ):
            assert np.array_equal(bits_of(got), bits_of(wanted))
            assert _strides(got) == _strides(wanted)


def test_copies_and_integers_keep_the_order_of_their_operand() -> None:
    x = np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    whole = x.astype(np.int32, order="K")
    for got, wanted in (
        (snp.positive(x), x),
        (snp.floor(whole), whole),
        (snp.isfinite(whole), np.ones((2, 3), bool)),
        (snp.nextafter(x, x), x),
        (snp.astype(x, np.uint64), x.astype(np.uint64)),
        (snp.zeros_like(x), np.zeros((2, 3), np.float32)),
        (snp.ones_like(x), np.ones((2, 3), np.float32)),
        (snp.empty_like(x), np.zeros((2, 3), np.float32)),
        (snp.full_like(x, 7.0), np.full((2, 3), 7, np.float32)),
        (snp.asarray(x, copy=True), x),
        (snp.from_dlpack(x, copy=True), x),
    ):
        assert got.flags.f_contiguous
        assert not np.shares_memory(got, x)
        assert got.dtype == wanted.dtype
        assert np.array_equal(got, wanted)


def test_concat_of_many_arrays_refuses_what_few_arrays_refuse() -> None:
    fitting = [np.zeros((2, 3), np.float32)] * 5
    for odd in (
        np.zeros((3, 3), np.float32), np.zeros((2, 3, 1), np.float32), np.zeros((2, 3), np.float64),
    ):  # fmt: skip
        with pytest.raises(snp.SpecError):
            snp.concat([*fitting, odd], axis=1)
    with pytest.raises(snp.SpecError):
        snp.concat(fitting, axis=2)


def test_a_column_beside_a_large_matrix_is_written_out_and_changes_no_bit() -> None:
    draw = np.random.default_rng(7)
    side = int(LARGE**0.5)
    x = draw.standard_normal((side, side)).astype(np.float32)
    column = draw.standard_normal((side, 1)).astype(np.float32)
    spread = np.broadcast_to(column, x.shape)
    assert rows_repeated(spread).flags.c_contiguous
    for kept in (spread.T, spread[1:], np.broadcast_to(column[0], x.shape), x, np.float32(1)):
        assert rows_repeated(np.asarray(kept)) is kept or kept.ndim == 0
    wanted = snp.subtract(x, np.ascontiguousarray(spread))
    for operand, other in ((x, column), (np.asfortranarray(x), column), (x.T.copy().T, column)):
        assert np.array_equal(bits_of(snp.subtract(operand, other)), bits_of(wanted))
    flat = np.asfortranarray(x)
    row = np.ascontiguousarray(column[:, 0])
    wanted = snp.subtract(x, np.ascontiguousarray(np.broadcast_to(row, x.shape)))
    assert np.array_equal(bits_of(snp.subtract(flat, row)), bits_of(wanted))
    place = np.empty_like(x)
    snp.subtract(x, column, out=place)
    assert np.array_equal(bits_of(place), bits_of(snp.subtract(x, column)))


def test_a_number_beside_an_array_is_one_element() -> None:
    x, number = np.arange(6).reshape(2, 3), np.broadcast_to(np.int64(3), (2, 3))
    found = one_element([x, number])
    assert found[0] is x
    assert found[1].shape == (1, 1)
    both = one_element([number, number])
    assert [one.shape for one in both] == [(2, 3)] * 2
    for dtype in (np.int8, np.uint16, np.uint64):
        y = x.astype(dtype)
        three = np.full_like(y, 3)
        for name in ("floor_divide", "remainder", "bitwise_left_shift", "pow", "maximum", "equal"):
            made = getattr(snp, name)
            assert np.array_equal(made(y, 3), made(y, three))
            assert np.array_equal(made(3, y + dtype(1)), made(three, y + dtype(1)))
        assert np.array_equal(snp.clip(y, 1, 3), np.clip(y, 1, 3))
