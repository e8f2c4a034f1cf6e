"""The memory order of new results: the order of the operands, as in NumPy's order "K".

Results of elementwise functions have the axis order of their operands in memory. An operation on a
transposed or Fortran-ordered array then reads and writes memory in one direction. The order does
not change the values by index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np

from samebits.numpy.values import Array


def axes_in_memory(arrays: Sequence[Array]) -> tuple[int, ...] | None:
    """Return the axes from the largest stride to the smallest; None for the row-major order.

    All arrays have the same rank. Two axes keep their row-major order if the arrays disagree about
    them, or if no array has nonzero strides for both. This is the order of `numpy.nditer`.
    """
    rank = arrays[0].ndim
    if rank < 2 or any(x.flags.c_contiguous for x in arrays):
        return None
    strides = _strides(arrays)
    inner_first = _inserted(reversed(range(rank)), partial(_is_inside, strides))
    axes = tuple(reversed(inner_first))
    return None if axes == tuple(range(rank)) else axes


def axes_of_joined(arrays: Sequence[Array]) -> tuple[int, ...] | None:
    """Return the axes as `axes_in_memory` does, but by the rules of `numpy.concatenate`.

    The results differ for an axis of size 1 in all arrays, for example an axis along which they are
    stacked.
    """
    rank = arrays[0].ndim
    if rank < 2 or any(x.flags.c_contiguous for x in arrays):
        return None
    strides = _strides(arrays)
    axes = tuple(_inserted(range(rank), lambda axis, other: _is_inside(strides, other, axis)))
    return None if axes == tuple(range(rank)) else axes


def _strides(arrays: Sequence[Array]) -> list[tuple[int, ...]]:
    """Return the distances in memory along each axis, 0 along axes of size 1."""
    return [
        tuple(0 if n == 1 else abs(s) for s, n in zip(x.strides, x.shape, strict=True))
        for x in arrays
    ]


def _inserted(axes: Iterable[int], is_before: Callable[[int, int], bool | None]) -> list[int]:
    """Return axes, each inserted before the axes that it must precede.

    If `is_before` returns None, two axes are not comparable.
    """
    order: list[int] = []
    for axis in axes:
        place = len(order)
        for at in reversed(range(len(order))):
            before = is_before(axis, order[at])
            if before is None:
                continue
            if not before:
                break
            place = at
        order.insert(place, axis)
    return order


def _is_inside(strides: Sequence[tuple[int, ...]], axis: int, other: int) -> bool | None:
    """Check whether `axis` has the smaller stride in all arrays; None if none has both strides."""
    told = [x[axis] < x[other] for x in strides if x[axis] and x[other]]
    return all(told) if told else None


def inverse(axes: Sequence[int]) -> tuple[int, ...]:
    """Return the permutation that undoes a transposition by `axes`."""
    return tuple(sorted(range(len(axes)), key=axes.__getitem__))


LARGE = 4096
"""The number of elements from which copying an operand saves time."""


def rows_repeated(x: Array) -> Array:
    """Return the operand with a broadcast innermost axis written out, if it is large.

    A kernel would otherwise read this operand, for example a column with a matrix, element by
    element.
    """
    is_column = x.size >= LARGE and not x.strides[-1] and x.shape[-1] > 1 and any(x.strides)
    return np.ascontiguousarray(x) if is_column else x
