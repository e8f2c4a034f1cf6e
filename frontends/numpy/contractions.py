"""Contractions of the array API standard that consist of views and one op: `matmul` or `sum`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.arrays import broadcast
from samebits.numpy.callee import callee
from samebits.numpy.calling import called, compute, compute_named, only
from samebits.numpy.placing import placed
from samebits.numpy.values import Array, ArrayLike, DType, array_of, axes_of, axis_of, integer_of
from samebits.numpy.views import matrix_transpose
from samebits.numpy.written import matmul
from samebits.spec.errors import SpecError, SpecTypeError


def tensordot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    *,
    axes: int | tuple[Sequence[int], Sequence[int]] = 2,
    out: Array | None = None,
) -> Array:
    """Return sums of products over some axes of both operands, added in the order of the tree T4.

    `axes` is the number of last axes of x1 and of first axes of x2 to sum over, or a pair of lists
    of axes. The summed axes are flattened in the order in which they are given. The op is `matmul`.
    Raises SpecError if the sizes of paired axes differ, and for formats that `matmul` does not
    accept.
    """
    a, b = array_of("tensordot", "x1", x1), array_of("tensordot", "x2", x2)
    if isinstance(axes, (int, np.integer)):
        count = integer_of("tensordot", "axes", axes)
        if not 0 <= count <= min(a.ndim, b.ndim):
            raise SpecError(f"tensordot: axes={axes!r} must be from 0 to {min(a.ndim, b.ndim)}")
        first, second = tuple(range(a.ndim - count, a.ndim)), tuple(range(count))
    else:
        try:
            left_axes, right_axes = axes
        except (TypeError, ValueError):
            raise SpecTypeError(
                f"tensordot: axes={axes!r} must be an integer or a pair of sequences"
            ) from None
        first, second = (_distinct(x, own) for x, own in ((a, left_axes), (b, right_axes)))
    if [a.shape[i] for i in first] != [b.shape[i] for i in second]:
        raise SpecError(
            f"tensordot: axes {first} of shape {a.shape} and axes {second} of shape {b.shape} "
            "have different sizes"
        )
    rows = [i for i in range(a.ndim) if i not in first]
    columns = [i for i in range(b.ndim) if i not in second]
    inner = math.prod(a.shape[i] for i in first)
    left = a.transpose([*rows, *first]).reshape(
        -1 if inner else math.prod(a.shape[i] for i in rows), inner
    )
    right = b.transpose([*second, *columns]).reshape(inner, math.prod(b.shape[i] for i in columns))
    shape = [*(a.shape[i] for i in rows), *(b.shape[i] for i in columns)]
    with called("tensordot"):
        product = matmul(left, right)
    return placed("tensordot", product.reshape(shape), out)


def _distinct(x: Array, axes: object) -> tuple[int, ...]:
    """Return the axes as nonnegative indices, in the given order.

    Raises SpecError if an axis is repeated.
    """
    found = axes_of("tensordot", axes, x.ndim)
    if len({*found}) < len(found):
        raise SpecError(f"tensordot: axes {axes} contain an axis twice; name each axis once")
    return found


def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Return sums of products along one axis, added in the order of the tree T4.

    The other axes broadcast. The op is `bmm`. Raises SpecError if the sizes along the axis differ,
    and for formats that `matmul` does not accept.
    """
    a, b = array_of("vecdot", "x1", x1), array_of("vecdot", "x2", x2)
    least = min(a.ndim, b.ndim)
    axis_of("vecdot", axis, least)
    if axis >= 0 and a.ndim != b.ndim:
        raise SpecError(f"vecdot: axis={axis} must be negative for arrays of several ranks")
    if a.shape[axis] != b.shape[axis]:
        raise SpecError(
            f"vecdot: axis {axis} must have one size, but has {a.shape[axis]} elements in x1 and "
            f"{b.shape[axis]} in x2"
        )
    left, right = broadcast("vecdot", [a, b])
    rows, columns = (np.moveaxis(x, axis, -1) for x in (left, right))
    with called("vecdot"):
        found = matmul(rows[..., None, :], columns[..., :, None])
    return placed("vecdot", found[..., 0, 0], out)


def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Return the cross product of vectors with three elements along an axis.

    Each element is the difference of two products. The products and the difference are rounded
    (clause R2; the ops `mul` and `sub`). Raises SpecError if the size of the axis is not 3.
    """
    a, b = array_of("cross", "x1", x1), array_of("cross", "x2", x2)
    left, right = broadcast("cross", [a, b])
    place = axis_of("cross", axis, left.ndim)
    axis_of("cross", axis, min(a.ndim, b.ndim))
    if (a.shape[axis], b.shape[axis]) != (3, 3):
        raise SpecError(
            f"cross: axis {axis} must have 3 elements, got shapes {a.shape} and {b.shape}"
        )
    a, b = (np.moveaxis(x, place, -1) for x in (left, right))
    later, latest = [1, 2, 0], [2, 0, 1]
    with called("cross"):
        products = [
            only(compute(callee("mul"), (a[..., i], b[..., j]), {}))
            for i, j in ((later, latest), (latest, later))
        ]
        found = only(compute(callee("sub"), products, {}))
    return placed("cross", np.moveaxis(found, -1, place), out)


def diagonal(x: ArrayLike, /, *, offset: int = 0) -> Array:
    """Return the diagonals of the last two axes as a read-only view.

    The view is empty if `offset` is beyond the matrix. Raises SpecError if x has a rank below 2,
    and if `offset` is not an integer.
    """
    array, places = array_of("diagonal", "x", x), integer_of("diagonal", "offset", offset)
    if array.ndim < 2:
        raise SpecError(f"diagonal: x has rank {array.ndim}, but needs at least two axes")
    rows, columns = array.shape[-2:]
    return np.diagonal(array, max(-rows, min(places, columns)), -2, -1)


def trace(
    x: ArrayLike, /, *, offset: int = 0, dtype: DType | None = None, out: Array | None = None
) -> Array:
    """Return the sum of the diagonal of the last two axes, added in the order of the tree T1.

    `dtype` selects a different format of the result, as in `sum`. The op is `sum`. Raises SpecError
    if x has a rank below 2.
    """
    with called("trace"):
        return only(compute_named("sum", (diagonal(x, offset=offset),), out, dtype, axes=-1))


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "tensordot": tensordot,
        "vecdot": vecdot,
        **{
            f"linalg.{made.__name__}": made
            for made in (cross, diagonal, matmul, matrix_transpose, tensordot, trace, vecdot)
        },
    }
)
"""The functions of this module, by public name."""
