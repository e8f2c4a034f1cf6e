"""Functions that find nonzero elements and distinct values, by comparison ops and sorting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from samebits.numpy.arrays import computed
from samebits.numpy.callee import callee
from samebits.numpy.values import Array, ArrayLike, array_of
from samebits.spec.errors import SpecError


class UniqueAll(NamedTuple):
    """Results of `unique_all`."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """Results of `unique_counts`."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """Results of `unique_inverse`."""

    values: Array
    inverse_indices: Array


def nonzero(x: ArrayLike, /) -> tuple[Array, ...]:
    """Return the indices of the elements that are not 0: an int64 array for each axis.

    The order is row-major. NaN counts as nonzero, and -0 as zero. Raises SpecError for an array of
    rank 0.
    """
    array = array_of("nonzero", "x", x)
    if not array.ndim:
        raise SpecError("nonzero: x has rank 0, so its elements have no index; reshape it to (1,)")
    zero = np.zeros((), array.dtype)
    (found,) = computed(callee("ne"), (array, zero), {})
    return tuple([place.astype(np.int64) for place in np.nonzero(found)])


def unique_all(x: ArrayLike, /) -> UniqueAll:
    """Return the distinct values in ascending order, with indices and counts as int64.

    The ops `argsort` and `ne` decide: -0 equals +0, and each NaN is a separate value. A value has
    the bits of its first element in row-major order. `indices` has the index of this element in the
    flattened array. `inverse_indices` has x's shape. Raises SpecError if x is not an array.
    """
    return _unique("unique_all", x)


def _unique(function: str, x: ArrayLike) -> UniqueAll:
    """Compute `unique_all`, with the name of the called function in error messages."""
    array = array_of(function, "x", x)
    flat = array.reshape(-1)
    if not flat.size:
        none = np.zeros(0, np.int64)
        return UniqueAll(flat.copy(), none, none.reshape(array.shape), none.copy())
    (order,) = computed(callee("argsort"), (flat,), {"axis": 0})
    ordered = flat[order]
    (differs,) = computed(callee("ne"), (ordered[1:], ordered[:-1]), {})
    starts = np.concatenate([[True], differs])
    numbers = np.cumsum(starts, dtype=np.int64) - 1
    inverse = np.empty(flat.size, np.int64)
    inverse[order] = numbers
    counts = np.bincount(numbers).astype(np.int64)
    return UniqueAll(ordered[starts], order[starts], inverse.reshape(array.shape), counts)


def unique_counts(x: ArrayLike, /) -> UniqueCounts:
    """Return the distinct values in ascending order, and their counts; see `unique_all`.

    Raises SpecError if x is not an array.
    """
    found = _unique("unique_counts", x)
    return UniqueCounts(found.values, found.counts)


def unique_inverse(x: ArrayLike, /) -> UniqueInverse:
    """Return the distinct values in ascending order, and for each element the index of its value.

    See `unique_all`. Raises SpecError if x is not an array.
    """
    found = _unique("unique_inverse", x)
    return UniqueInverse(found.values, found.inverse_indices)


def unique_values(x: ArrayLike, /) -> Array:
    """Return the distinct values in ascending order; see `unique_all`.

    Raises SpecError if x is not an array.
    """
    return _unique("unique_values", x).values


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        made.__name__: made
        for made in (nonzero, unique_all, unique_counts, unique_inverse, unique_values)
    }
)
"""The functions of this module, by public name."""
