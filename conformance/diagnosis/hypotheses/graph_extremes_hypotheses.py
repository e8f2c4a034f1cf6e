"""Wrong ways to compute extremes, their indices and scatters as nodes of graphs.

These are typical mistakes of pools: the last of several equal elements, the last NaN, an ignored
NaN, padding that is taken as the maximum or counted, and gradients added one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.reveal.layout import reduction_axes, reduction_rows
from samebits.spec.graph_walk import RunNode
from samebits.spec.language.call import Call

Way = tuple[str, str, RunNode]
"""The name of a wrong way, its description, and the function that runs it."""


def ways(call: Call) -> Iterator[Way]:
    """Yield the wrong ways to run a node that are known for its op."""
    if call.op == "argmax":
        yield "argmax-last", "the last index that holds the maximum, not the first (S3)", _last
        yield "nan-last", "the last NaN wins instead of the first (S3)", _last_nan
        yield "nan-ignored", "a NaN is passed over; it is the extreme (S3)", _without_nan
    if call.op == "max":
        yield "nan-ignored", "a NaN is passed over; it must propagate (S3)", _greatest_number
        yield "padding-wins", "what is absent is taken for +0 instead of -inf (G10)", _over_zero
    if call.op == "sum" and call.outputs == ("i64",):
        yield "padding-counted", "what is absent is counted too (G10)", _whole
    if call.op == "gather_gradient":
        yield "scatter-order", "gradients are added one after the other (T7)", _one_by_one


def _keyed(call: Call, x: Array) -> tuple[Array, Array]:
    """Return the terms of each result as numbers in the order of S3, and a mask of NaN."""
    rows = reduction_rows(call, x).astype(np.float64)
    tiny = np.where(np.signbit(rows), -5e-324, 0.0)
    return np.where(rows == 0, tiny, rows), np.isnan(rows)


def _shaped(call: Call, x: Array, found: Array) -> Array:
    """Reshape results to the shape of the node's result."""
    _, reduced = reduction_axes(call, x.ndim)
    sizes = [1 if i in reduced else n for i, n in enumerate(x.shape)]
    if not call.attributes["keepdims"]:
        sizes = [n for i, n in enumerate(x.shape) if i not in reduced]
    return found.reshape(sizes)


def _last_of(same: Array) -> Array:
    return np.asarray(same.shape[1] - 1 - np.argmax(same[:, ::-1], axis=1))


def _last(call: Call, operands: Sequence[Array]) -> Array:
    key, nan = _keyed(call, operands[0])
    best = np.where(nan, -np.inf, key).max(axis=1, keepdims=True)
    same = np.where(nan.any(axis=1, keepdims=True), nan, key == best)
    return _shaped(call, operands[0], _last_of(same))


def _last_nan(call: Call, operands: Sequence[Array]) -> Array:
    key, nan = _keyed(call, operands[0])
    first = np.argmax(np.where(nan, -np.inf, key), axis=1)
    return _shaped(call, operands[0], np.where(nan.any(axis=1), _last_of(nan), first))


def _without_nan(call: Call, operands: Sequence[Array]) -> Array:
    key, nan = _keyed(call, operands[0])
    return _shaped(call, operands[0], np.argmax(np.where(nan, -np.inf, key), axis=1))


def _greatest_number(call: Call, operands: Sequence[Array]) -> Array:
    (x,) = operands
    key, nan = _keyed(call, x)
    best = np.argmax(np.where(nan, -np.inf, key), axis=1)
    rows = reduction_rows(call, x)
    return _shaped(call, x, rows[np.arange(len(rows)), best])


def _over_zero(call: Call, operands: Sequence[Array]) -> Array:
    (x,) = operands
    rows = reduction_rows(call, x)
    return _shaped(call, x, np.where(np.isneginf(rows), rows.dtype.type(0), rows).max(axis=1))


def _whole(call: Call, operands: Sequence[Array]) -> Array:
    rows = reduction_rows(call, operands[0])
    return _shaped(call, operands[0], np.full(len(rows), rows.shape[1], np.int64))


def _one_by_one(call: Call, operands: Sequence[Array]) -> Array:
    gradient, index = operands
    shape, axis = call.attributes["shape"], call.attributes["axis"]
    assert isinstance(shape, tuple)
    assert isinstance(axis, int)
    places: list[Array] = list(np.indices(index.shape))
    places[axis] = index
    wide = np.zeros(shape, np.float32)
    wide[...] = -0.0  # -0 + x is x for every x; elements without a term become +0 below
    with np.errstate(all="ignore"):
        np.add.at(wide, tuple(places), gradient.astype(np.float32))
        met = np.zeros(shape, bool)
        met[tuple(places)] = True
        found = np.where(met, wide, np.float32(0)).astype(gradient.dtype)
    return np.asarray(found)
