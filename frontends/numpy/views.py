"""Functions that return the same elements in a different shape, as views if NumPy returns a view.

They are functions of the array API standard that keep the elements in their memory order, or move
them to indices that the caller names. No op is involved, so a NaN keeps its payload. Results are
plain arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.calling import called
from samebits.numpy.values import Array, ArrayLike, array_of, arrays_of, axes_of, axis_of, reported
from samebits.numpy.written import concat
from samebits.spec.errors import SpecError


def _shaped(name: str, function: Callable[..., Any], x: ArrayLike, *arguments: Any) -> Array:
    """Apply a NumPy function to an array; errors of NumPy are converted by `reported`."""
    array = array_of(name, "x", x)
    try:
        return np.asarray(function(array, *arguments))
    except (ValueError, TypeError, IndexError, OverflowError, RuntimeError) as error:
        raise reported(name, error) from None


def permute_dims(x: ArrayLike, /, axes: Sequence[int]) -> Array:
    """Return x with its axes reordered, as a view of the same bits.

    Raises SpecError unless `axes` names each axis once.
    """
    array = array_of("permute_dims", "x", x)
    order = axes_of("permute_dims", axes, array.ndim)
    if sorted(order) != list(range(array.ndim)):
        raise SpecError(
            f"permute_dims: axes={axes!r} must name each axis of shape {array.shape} exactly once"
        )
    return _shaped("permute_dims", np.transpose, x, order)


def matrix_transpose(x: ArrayLike, /) -> Array:
    """Return x with its last two axes exchanged, as a view. Raises SpecError below rank 2."""
    array = array_of("matrix_transpose", "x", x)
    if array.ndim < 2:
        raise SpecError(f"matrix_transpose: x has rank {array.ndim}, but needs at least two axes")
    return array.swapaxes(-1, -2)


def moveaxis(
    x: ArrayLike, source: int | Sequence[int], destination: int | Sequence[int], /
) -> Array:
    """Return x with axes moved to the given positions, as a view of the same bits.

    Raises SpecError for an axis that is out of range or repeated.
    """
    return _shaped("moveaxis", np.moveaxis, x, source, destination)


def reshape(x: ArrayLike, /, shape: int | Sequence[int], *, copy: bool | None = None) -> Array:
    """Return x in the given shape, in row-major order: a view if its strides allow it, else a copy.

    One size may be -1. `copy=True` always copies, and `copy=False` never does. Raises SpecError if
    the number of elements would change, and if `copy=False` but a copy is needed.
    """
    found = _shaped("reshape", np.reshape, x, shape)
    if copy is None:
        return found
    is_view = np.may_share_memory(found, array_of("reshape", "x", x))
    if not copy and not is_view and found.size:
        raise SpecError(
            f"reshape: an array with strides {x.strides} cannot have the shape {found.shape} "
            "without a copy; omit copy=False"
        )
    return found.copy() if copy and is_view else found


def expand_dims(x: ArrayLike, /, axis: int = 0) -> Array:
    """Return x with a new axis of size 1, as a view.

    Raises SpecIndexError for an axis out of range.
    """
    array = array_of("expand_dims", "x", x)
    return _shaped("expand_dims", np.expand_dims, x, axis_of("expand_dims", axis, array.ndim + 1))


def squeeze(x: ArrayLike, /, axis: int | Sequence[int]) -> Array:
    """Return x without the given axes of size 1, as a view.

    Raises SpecError if one of these axes has a different size.
    """
    array = array_of("squeeze", "x", x)
    places = axes_of("squeeze", axis, array.ndim)
    for place in places:
        if array.shape[place] != 1:
            raise SpecError(
                f"squeeze: axis {place} of shape {array.shape} has size {array.shape[place]}; only "
                "axes of size 1 can be removed"
            )
    return _shaped("squeeze", np.squeeze, x, places)


def broadcast_to(x: ArrayLike, /, shape: int | Sequence[int]) -> Array:
    """Return x repeated to a shape, as a read-only view with strides of 0.

    Raises SpecError if x cannot be broadcast to the shape.
    """
    return _shaped("broadcast_to", np.broadcast_to, x, shape)


def stack(arrays: Sequence[ArrayLike], /, *, axis: int = 0, out: Array | None = None) -> Array:
    """Join arrays of one shape and format along a new axis, by the op `cat` (clause S2).

    Raises SpecError if there is no array, and if shapes or formats differ.
    """
    listed = arrays_of("stack", arrays)
    shapes = {x.shape for x in listed}
    if len(shapes) > 1:
        raise SpecError(f"stack: arrays must have the same shape, got {sorted(shapes)}")
    if not listed:
        raise SpecError("stack: arrays is empty; pass at least one array")
    place = axis_of("stack", axis, listed[0].ndim + 1)
    index = (*(slice(None),) * place, None, ...)
    with called("stack"):
        return concat([x[index] for x in listed], axis=place, out=out)


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            broadcast_to, expand_dims, matrix_transpose, moveaxis, permute_dims, reshape, squeeze,
            stack,
        )
    }
)  # fmt: skip
"""The functions of this module, by public name."""
