"""Functions of the array API standard that take elements once or several times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from samebits.numpy.arrays import broadcast
from samebits.numpy.callee import callee
from samebits.numpy.calling import called, compute, compute_named, only
from samebits.numpy.values import (
    AXES,
    Array,
    ArrayLike,
    array_of,
    arrays_of,
    axis_of,
    integer_of,
)
from samebits.spec.errors import SpecError, SpecTypeError


def take(
    x: ArrayLike,
    indices: ArrayLike,
    /,
    *,
    axis: int | None = None,
    out: Array | None = None,
) -> Array:
    """Return the slices of x at a vector of indices along an axis (clauses S2.3, S2.index_select).

    `axis` may be left out if x is a vector. The op is `index_select`. Raises SpecError if an index
    is negative or beyond the axis, and if the axis is left out but x is not a vector.
    """
    array = array_of("take", "x", x)
    if axis is None and array.ndim != 1:
        raise SpecError(f"take: x has rank {array.ndim}, so axis is required")
    operands = (array, as_index("take", "indices", indices))
    return only(compute_named("index_select", operands, out, axis=0 if axis is None else axis))


def take_along_axis(
    x: ArrayLike, indices: ArrayLike, /, *, axis: int = -1, out: Array | None = None
) -> Array:
    """Return the elements of x at indices along one axis (clause S2).

    x and the indices have the same rank. They broadcast to one shape, except along the axis, where
    their sizes may differ. The op is `gather`. Raises SpecError if an index is negative or beyond
    the axis, and for shapes that do not fit.
    """
    array = array_of("take_along_axis", "x", x)
    places = as_index("take_along_axis", "indices", indices)
    along = axis_of("take_along_axis", axis, array.ndim)
    if array.ndim == places.ndim:
        array, places = _repeated(array, places, along), _repeated(places, array, along)
    return only(compute_named("gather", (array, places), out, axis=along))


def _repeated(x: Array, other: Array, axis: int) -> Array:
    """Return x as a view in which axes of size 1, except `axis`, have the size that `other` has."""
    sizes = zip(x.shape, other.shape, strict=True)
    wide = tuple([m if n == 1 and i != axis else n for i, (n, m) in enumerate(sizes)])
    return x if wide == x.shape else np.broadcast_to(x, wide)


def as_index(function: str, name: str, indices: ArrayLike) -> Array:
    """Convert indices to int64 if the ops lack their integer format; return others unchanged."""
    array = array_of(function, name, indices)
    if array.dtype.kind not in "iu" or array.dtype in (np.int32, np.int64):
        return array
    if array.dtype == np.uint64:  # an index beyond every axis stays beyond
        array = np.minimum(array, np.uint64((1 << 63) - 1))
    return array.astype(np.int64)


def tile(x: ArrayLike, repetitions: int | Sequence[int], /, *, out: Array | None = None) -> Array:
    """Return x repeated along every axis (clause S2.repeat).

    If there are fewer repetitions than axes, the missing first ones are 1. If there are more, axes
    of size 1 are added before the axes of x. The op is `repeat`. Raises SpecError if a repetition
    is negative.
    """
    array = array_of("tile", "x", x)
    given = tuple(repetitions) if isinstance(repetitions, Sequence) else (repetitions,)
    counts = (1,) * (array.ndim - len(given)) + given
    if len(counts) > AXES:
        raise SpecError(
            f"tile: {len(counts)} repetitions are too many; an array has at most {AXES} axes"
        )
    array = array.reshape((1,) * (len(counts) - array.ndim) + array.shape)
    return only(compute_named("repeat", (array,), out, repeats=counts))


def repeat(
    x: ArrayLike, repeats: int | ArrayLike, /, *, axis: int | None = None, out: Array | None = None
) -> Array:
    """Repeat each element several times in a row. (`tile` repeats the whole array.)

    `repeats` is one count, or an array with a count for each index along the axis. If no axis is
    given, x is flattened first. The op is `index_select` with repeated indices, so no bit changes.
    Raises SpecError if a count is negative, and if the length of `repeats` differs from the size of
    the axis.
    """
    array = array_of("repeat", "x", x)
    if axis is None:
        array, axis = array.reshape(-1), 0
    place = axis_of("repeat", axis, array.ndim)
    size = array.shape[place]
    counts = np.asarray(repeats)
    if counts.dtype.kind not in "iu":
        raise SpecTypeError(
            f"repeat: repeats={repeats!r} must be an integer or an array of integers"
        )
    if (counts < 0).any() or counts.shape not in ((), (1,), (size,)):
        raise SpecError(
            f"repeat: repeats={repeats!r} must be one integer of at least 0, or {size} of them "
            f"for axis {axis} of size {size}"
        )
    if counts.size and int(counts.max()) >= 1 << 48:
        raise SpecError(
            f"repeat: repeats={repeats!r} makes an array that is too large for any memory"
        )
    indices = np.repeat(np.arange(size), counts.astype(np.int64))
    with called("repeat"):
        return only(compute(callee("index_select"), (array, indices), {"axis": place}, None, out))


def unstack(x: ArrayLike, /, *, axis: int = 0) -> tuple[Array, ...]:
    """Return the slices of x along an axis, as views without that axis.

    Raises SpecIndexError for an axis that x does not have.
    """
    array = array_of("unstack", "x", x)
    place = axis_of("unstack", axis, array.ndim)
    moved = np.moveaxis(array, place, 0)
    return tuple([moved[i, ...] for i in range(len(moved))])


def broadcast_arrays(*arrays: ArrayLike) -> list[Array]:
    """Return read-only views of the arrays in one shape, with strides of 0 along repeated axes.

    Raises SpecError if the shapes do not broadcast.
    """
    listed = arrays_of("broadcast_arrays", arrays)
    views = broadcast("broadcast_arrays", listed) if listed else []
    return [np.broadcast_to(x, x.shape) for x in views]  # read-only


def meshgrid(*arrays: ArrayLike, indexing: Literal["xy", "ij"] = "xy") -> list[Array]:
    """Return coordinate matrices of vectors: each vector is repeated along the axes of the others.

    With `indexing="xy"` the first vector is along the second axis, with "ij" along the first.
    Raises SpecError for arrays of rank 2 or more, and if the dtypes differ.
    """
    listed = arrays_of("meshgrid", arrays)
    if any(x.ndim > 1 for x in listed):
        raise SpecError(
            f"meshgrid: operands must be vectors, got shapes {[x.shape for x in listed]}"
        )
    if len({x.dtype for x in listed}) > 1:
        raise SpecTypeError(
            f"meshgrid: operands must have one dtype, got "
            f"{', '.join(str(x.dtype) for x in listed)}; convert "
            "with snp.astype"
        )
    if indexing not in ("xy", "ij"):
        raise SpecError(f"meshgrid: indexing={indexing!r} must be 'xy' or 'ij'")
    return list(np.meshgrid(*listed, indexing=indexing))


def diff(
    x: ArrayLike,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: ArrayLike | None = None,
    append: ArrayLike | None = None,
) -> Array:
    """Return the differences of neighbours along an axis, computed `n` times (clause R2, op `sub`).

    `prepend` and `append` are joined to x before the first step (op `cat`). Integers wrap. Raises
    SpecError for a negative `n`, a bool array, and an axis that x does not have.
    """
    array = array_of("diff", "x", x)
    place = axis_of("diff", axis, array.ndim)
    times = integer_of("diff", "n", n)
    if times < 0:
        raise SpecError(f"diff: n={n!r} must be an integer of at least 0")
    if array.dtype == np.bool_:
        raise SpecTypeError(
            "diff: x has the dtype bool, but must have numbers; convert it with snp.astype"
        )
    before = (slice(None),) * place
    with called("diff"):
        for name, other in (("prepend", prepend), ("append", append)):
            if other is not None:
                more = array_of("diff", name, other)
                parts = (more, array) if name == "prepend" else (array, more)
                array = only(compute(callee("cat"), parts, {"axis": place}))
        for _ in range(min(times, array.shape[place] or 1)):  # then no element is left
            later, earlier = array[(*before, slice(1, None))], array[(*before, slice(None, -1))]
            array = only(compute(callee("sub"), (later, earlier), {}))
    return array.copy() if times == 0 else array


FUNCTIONS = {made.__name__: made for made in (broadcast_arrays, diff, meshgrid, repeat, unstack)}
"""The functions of this module, by public name. They are not single ops."""
