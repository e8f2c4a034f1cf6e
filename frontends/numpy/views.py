"""Other shapes of the same elements: views where NumPy makes views. No op computes them.

They are those functions of the array API standard that move no element out of its order in memory,
or whose places the caller names; a NaN keeps its payload. Results are plain arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.values import Array, ArrayLike, array_of
from samebits.numpy.written import concat
from samebits.spec.errors import SpecError


def _shaped(function: Callable[..., Any], x: ArrayLike, *arguments: Any) -> Array:
    """What a function of NumPy makes of an array; its errors of shapes as one line of ours."""
    name = function.__name__
    try:
        return np.asarray(function(array_of(name, "x", x), *arguments))
    except (ValueError, TypeError, IndexError) as error:
        raise SpecError(f"{name}: {error}") from None


def permute_dims(x: ArrayLike, /, axes: Sequence[int]) -> Array:
    """X with its axes in another order: a view, of the same bits.

    Raises SpecError unless `axes` names each axis once.
    """
    return _shaped(np.transpose, x, tuple(axes))


def matrix_transpose(x: ArrayLike, /) -> Array:
    """X with its last two axes exchanged: a view. Raises SpecError below rank 2."""
    return _shaped(np.swapaxes, x, -1, -2)


def moveaxis(
    x: ArrayLike, source: int | Sequence[int], destination: int | Sequence[int], /
) -> Array:
    """X with axes moved to other places: a view, of the same bits. Raises SpecError."""
    return _shaped(np.moveaxis, x, source, destination)


def reshape(x: ArrayLike, /, shape: int | Sequence[int]) -> Array:
    """X in another shape, in row-major order: a view where its memory allows, else a copy.

    One size may be -1. Raises SpecError for a shape with another number of elements.
    """
    return _shaped(np.reshape, x, shape)


def expand_dims(x: ArrayLike, /, *, axis: int = 0) -> Array:
    """X with one more axis, of size 1: a view. Raises SpecError for an axis out of range."""
    return _shaped(np.expand_dims, x, axis)


def squeeze(x: ArrayLike, /, axis: int | Sequence[int]) -> Array:
    """X without axes of size 1: a view. Raises SpecError for an axis of another size."""
    return _shaped(np.squeeze, x, axis if isinstance(axis, int) else tuple(axis))


def broadcast_to(x: ArrayLike, /, shape: int | Sequence[int]) -> Array:
    """X repeated to a shape: a read-only view with strides of 0. Raises SpecError."""
    return _shaped(np.broadcast_to, x, shape)


def stack(arrays: Sequence[ArrayLike], /, *, axis: int = 0, out: Array | None = None) -> Array:
    """Arrays of one shape and format along a new axis, by the op `cat` (clause S2).

    Raises SpecError without an array, and for other shapes or formats.
    """
    shapes = {np.shape(x) for x in arrays}
    if len(shapes) > 1:
        raise SpecError(f"stack: arrays must have one shape, got {sorted(shapes)}")
    return concat([expand_dims(x, axis=axis) for x in arrays], axis=axis, out=out)


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            broadcast_to, expand_dims, matrix_transpose, moveaxis, permute_dims, reshape, squeeze,
            stack,
        )
    }
)  # fmt: skip
"""By public name."""
