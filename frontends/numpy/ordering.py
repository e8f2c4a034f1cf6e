"""Sorting and searching as in the array API standard, by the ops of clause S3."""

from __future__ import annotations

from typing import Literal

from samebits.numpy.callee import callee
from samebits.numpy.calling import called, compute_named, only
from samebits.numpy.integers import in_order
from samebits.numpy.placing import placed
from samebits.numpy.repeating import as_index
from samebits.numpy.values import NAMES, Array, ArrayLike, array_of
from samebits.spec.errors import SpecError


def searchsorted(
    boundaries: ArrayLike,
    values: ArrayLike,
    /,
    *,
    side: Literal["left", "right"] = "left",
    sorter: ArrayLike | None = None,
    out: Array | None = None,
) -> Array:
    """Return the index at which each value is inserted among ascending boundaries (clause S3.9).

    The result is int64. With `left` it is the index before equal boundaries, with `right` the index
    after them. If the boundaries are a vector, the values may have any shape. Otherwise both must
    have the same axes before the last. `sorter` holds the indices that sort a vector of boundaries,
    as returned by `argsort`. The op is `searchsorted`. Raises SpecError for an unknown side, and
    for shapes or formats that do not fit.
    """
    if side not in ("left", "right"):
        raise SpecError(f"searchsorted: side={side!r} must be 'left' or 'right'")
    if sorter is not None:
        boundaries = _sorted(boundaries, sorter)
    a, b = _in_order(boundaries, values)
    if a.ndim == 1 and b.ndim != 1:  # the standard allows values of any shape
        found = compute_named("searchsorted", (a, b.reshape(-1)), None, right=side == "right")
        return placed("searchsorted", only(found).reshape(b.shape), out)
    return only(compute_named("searchsorted", (a, b), out, right=side == "right"))


def _sorted(boundaries: ArrayLike, sorter: ArrayLike) -> Array:
    """Return the boundaries, reordered by `sorter`.

    Raises SpecError if they are not vectors of one length.
    """
    array = array_of("searchsorted", "boundaries", boundaries)
    order = as_index("searchsorted", "sorter", sorter)
    if array.ndim != 1 or order.shape != array.shape:
        raise SpecError(
            "searchsorted: sorter and boundaries must be vectors of one length, got "
            f"shapes {order.shape} and {array.shape}"
        )
    with called("searchsorted"):
        return only(compute_named("index_select", (array, order), None, axis=0))


def _in_order(boundaries: ArrayLike, values: ArrayLike) -> tuple[Array, Array]:
    """Return both operands.

    Integers of formats that the op lacks become int64 in the same order.
    """
    a = array_of("searchsorted", "boundaries", boundaries)
    b = array_of("searchsorted", "values", values)
    known = (NAMES[a.dtype], NAMES[b.dtype]) in callee("searchsorted").inputs
    if known or a.dtype != b.dtype or a.dtype.kind not in "iu":
        return a, b
    return in_order(a), in_order(b)


def sort(
    x: ArrayLike,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """Return x sorted by its values along an axis; NaN is greater than all numbers (clause S3.6).

    The order is stable in both directions, even if `stable` is False. The op is `sort`. Raises
    SpecError for an axis that x does not have.
    """
    return only(compute_named("sort", (x,), out, axis=axis, descending=descending))


def argsort(
    x: ArrayLike,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """Return the indices, as int64, that sort x along an axis (clause S3.7); see `sort`.

    The op is `argsort`. Raises SpecError for an axis that x does not have.
    """
    return only(compute_named("argsort", (x,), out, axis=axis, descending=descending))
