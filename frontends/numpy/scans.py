"""Sums and products of all prefixes, as in the array API standard."""

from __future__ import annotations

import numpy as np

from samebits.numpy.arrays import computed
from samebits.numpy.callee import callee
from samebits.numpy.calling import compute_named, only
from samebits.numpy.placing import placed
from samebits.numpy.values import Array, ArrayLike, DType, array_of, axis_of
from samebits.spec.errors import SpecError


def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DType | None = None,
    include_initial: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the sum of each prefix along an axis, added in the order of the tree T1 (clause T6).

    `axis` may be left out if x is a vector. With `include_initial` the result begins with 0.
    `dtype` selects a different format of the result, as in `sum`. The op is `cumsum`. Raises
    SpecError if the axis is left out but x is not a vector.
    """
    return _scan("cumulative_sum", "cumsum", x, axis, dtype, (include_initial, 0), out)


def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DType | None = None,
    include_initial: bool = False,
    out: Array | None = None,
) -> Array:
    """Return the product of each prefix along an axis (clause T6).

    `axis` may be left out if x is a vector. With `include_initial` the result begins with 1.
    `dtype` selects a different format of the result, as in `prod`. The op is `cumprod`. Raises
    SpecError if the axis is left out but x is not a vector.
    """
    return _scan("cumulative_prod", "cumprod", x, axis, dtype, (include_initial, 1), out)


def _scan(
    function: str,
    op: str,
    x: ArrayLike,
    axis: int | None,
    dtype: DType | None,
    initial: tuple[bool, int],
    out: Array | None,
) -> Array:
    array = array_of(function, "x", x)
    if axis is None:
        if array.ndim != 1:
            raise SpecError(f"{function}: x has rank {array.ndim}, so axis is required")
        axis = 0
    include, number = initial
    if not include:
        return only(compute_named(op, (array,), out, dtype, axis=axis))
    found = only(compute_named(op, (array,), None, dtype, axis=axis))
    place = axis_of(function, axis, array.ndim)
    first = np.full([1 if i == place else n for i, n in enumerate(found.shape)], number)
    parts = [first.astype(found.dtype), found]
    (joined,) = computed(callee("cat"), parts, {"axis": place})
    return placed(function, joined, out)
