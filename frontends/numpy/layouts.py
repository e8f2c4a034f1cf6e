"""The memory order of new results: the order of the operands, as in NumPy's order "K".

Results of elementwise functions have their axes in the same memory order as the operands. An
operation on a transposed or Fortran-ordered array then reads and writes memory in one direction.
The order does not change the element at any index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np

from samebits.numpy.values import Array


def axes_in_memory(arrays: Sequence[Array]) -> tuple[int, ...] | None:
    """Return the axes from the largest stride to the smallest, or None for the row-major order.

    All arrays have the same rank. Two axes stay in row-major order if the arrays disagree about
    them, or if no array has nonzero strides along both. This is the order of `numpy.nditer`.
    """
    rank = arrays[0].ndim
    if rank < 2 or any(x.flags.c_contiguous for x in arrays):
        return None
    strides = _strides(arrays)
    inner_first = _inserted(reversed(range(rank)), partial(_is_inside, strides))
    axes = tuple(reversed(inner_first))
    return None if axes == tuple(range(rank)) else axes


def axes_of_joined(arrays: Sequence[Array]) -> tuple[int, ...] | None:
    """Return the memory order of axes as `axes_in_memory`, but by the rules of `numpy.concatenate`.

    The orders can differ if all arrays have size 1 along an axis, for example an axis along which
    they are stacked.
    """
    rank = arrays[0].ndim
    if rank < 2 or any(x.flags.c_contiguous for x in arrays):
        return None
    strides = _strides(arrays)
    axes = tuple(_inserted(range(rank), lambda axis, other: _is_inside(strides, other, axis)))
    return None if axes == tuple(range(rank)) else axes


def _strides(arrays: Sequence[Array]) -> list[tuple[int, ...]]:
    """Return the absolute strides of each array, with 0 for axes of size 1."""
    return [
        tuple(0 if n == 1 else abs(s) for s, n in zip(x.strides, x.shape, strict=True))
        for x in arrays
    ]


def _inserted(axes: Iterable[int], is_before: Callable[[int, int], bool | None]) -> list[int]:
    """Return the axes sorted by insertion: each is inserted before the axes that it must precede.

    `is_before` returns None if two axes cannot be compared.
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
    """Check whether `axis` has a smaller stride than `other` in every array that has both strides.

    Return None if no array has both strides.
    """
    told = [x[axis] < x[other] for x in strides if x[axis] and x[other]]
    return all(told) if told else None


def inverse(axes: Sequence[int]) -> tuple[int, ...]:
    """Return the permutation that undoes a transposition by `axes`."""
    return tuple(sorted(range(len(axes)), key=axes.__getitem__))


LARGE = 4096
"""The number of elements above which copying an operand saves time."""


def rows_repeated(x: Array) -> Array:
    """Return the operand, copied if it is large and its innermost axis is broadcast.

    A kernel would read a broadcast operand, for example a column that is added to a matrix, element
    by element.
    """
    is_column = x.size >= LARGE and not x.strides[-1] and x.shape[-1] > 1 and any(x.strides)
    return np.ascontiguousarray(x) if is_column else x
