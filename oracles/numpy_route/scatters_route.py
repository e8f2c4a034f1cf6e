"""Sums by destination (clause T7): a stable sort by destination, then the trees level by level.

All groups of the same size are added together, as the rows of a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.copying_route import along
from samebits.oracles.numpy_route.formats_route import from_compute, to_compute
from samebits.oracles.numpy_route.reductions_route import sum_levels
from samebits.spec.families.indexing import check_indices
from samebits.spec.formats import compute_format, from_bits, get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def _sums(call: Call, shape: Sequence[int], prior: Array | None, goals: Array, x: Array) -> Array:
    """Return an array of `shape` with the updates x added at the flat indices `goals`.

    An update with the index -1 is not added.
    """
    size, name, output = int(np.prod(shape, dtype=np.int64)), call.inputs[0], call.outputs[0]
    flat, terms = goals.reshape(-1), x.reshape(-1)
    kept = flat >= 0
    flat, terms = flat[kept], terms[kept]
    if not get_format(output).is_float:
        total = np.zeros(size, np.uint64) if prior is None else _wide(prior.reshape(-1))
        np.add.at(total, flat, _wide(terms))
        form = get_format(output)
        return from_bits(total.astype(form.bits_dtype), output).reshape(shape)
    compute = compute_format(call.inputs)
    leaves = to_compute(terms, name, compute)
    order = np.argsort(flat, kind="stable")
    leaves = leaves[order]
    counts = np.bincount(flat, minlength=size)
    starts = np.cumsum(counts) - counts
    result = np.zeros(size, leaves.dtype)
    if prior is not None:
        result = to_compute(prior.reshape(-1), name, compute).copy()
    for count in np.unique(counts[counts > 0]):
        where = np.flatnonzero(counts == count)
        totals = sum_levels(leaves[starts[where][:, None] + np.arange(count)])
        result[where] = totals if prior is None else result[where] + totals
    return from_compute(result, output).reshape(shape)


def _wide(x: Array) -> Array:
    """Return integers modulo 2^64."""
    return np.array(x).astype(np.int64).view(np.uint64)


def _grid(shape: Sequence[int], axis: int, index: Array, updates: Sequence[int]) -> Array:
    """Return the flat index in `shape` of the destination of each update.

    The coordinate of a destination on `axis` is the index; its other coordinates are the
    coordinates of the update.
    """
    places = list(np.indices(tuple(updates), sparse=True))
    places[axis] = index
    strides = np.cumprod((1, *reversed(shape[1:])), dtype=np.int64)[::-1]
    total = np.zeros(tuple(updates), np.int64)
    for place, stride in zip(places, strides, strict=True):
        total = total + place * stride
    return total


def scatter_add(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the prior operand with the updates added element by element."""
    prior, index, updates = inputs
    axis = along(call) % prior.ndim
    whole = check_indices(call.op, index, prior.shape[axis])
    return _sums(call, prior.shape, prior, _grid(prior.shape, axis, whole, updates.shape), updates)


def index_add(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the prior operand with slices added."""
    prior, index, updates = inputs
    axis = along(call) % prior.ndim
    whole = check_indices(call.op, index, prior.shape[axis])
    spread = whole.reshape([-1 if d == axis else 1 for d in range(prior.ndim)])
    return _sums(call, prior.shape, prior, _grid(prior.shape, axis, spread, updates.shape), updates)


def gather_gradient(call: Call, inputs: Sequence[Array]) -> Array:
    """Return zeros with the gradients added at the positions that gather read."""
    gradient, index = inputs
    axis, shape = along(call) % index.ndim, call.attributes["shape"]
    assert isinstance(shape, tuple)
    whole = check_indices(call.op, index, shape[axis])
    return _sums(call, shape, None, _grid(shape, axis, whole, index.shape), gradient)


def embedding_gradient(call: Call, inputs: Sequence[Array]) -> Array:
    """Return zeros with rows of gradients added at the rows that the index selects."""
    gradient, index = inputs
    rows, padding = call.attributes["rows"], call.attributes["padding_index"]
    assert isinstance(rows, int)
    width = gradient.shape[-1]
    whole = check_indices(call.op, index, rows).reshape(-1, 1)
    goals = whole * width + np.arange(width)
    goals[(whole == padding).reshape(-1) if padding is not None else []] = -1
    return _sums(call, (rows, width), None, goals, gradient)
