"""Sums, extremes and counts over axes (clauses R4, R5, S3, T1, T2, T3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.elementwise_route import order_keys
from samebits.oracles.numpy_route.formats_route import from_compute, to_compute
from samebits.spec.formats import bits_of, compute_format, get_format, is_nan_bits
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def sum_levels(rows: Array) -> Array:
    """Return the sum T1 along the last axis, from [..., n] to [...]; +0 if n is 0."""
    return levels(rows, np.add, 0)


def levels(rows: Array, join: Callable[[Array, Array], Array], nothing: int) -> Array:
    """Return the tree T1: join adjacent pairs, level by level.

    If the number of values is odd, the last value is passed on unchanged.
    """
    if rows.shape[-1] == 0:
        return np.full(rows.shape[:-1], nothing, rows.dtype)
    while (n := rows.shape[-1]) > 1:
        pairs = join(rows[..., 0 : n - 1 : 2], rows[..., 1:n:2])
        rows = np.concatenate([pairs, rows[..., n - 1 :]], axis=-1) if n % 2 else pairs
    return np.asarray(rows[..., 0])


def rows_of(call: Call, x: Array) -> Array:
    """Return the array as [results, n]: kept axes first, then reduced axes, each flattened (T2)."""
    reduced = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    kept = tuple(i for i in range(x.ndim) if i not in reduced)
    results = int(np.prod([x.shape[i] for i in kept], dtype=np.int64))
    terms = int(np.prod([x.shape[i] for i in reduced], dtype=np.int64))
    return np.transpose(x, kept + reduced).reshape(results, terms)


def leaves_of(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the rows of a float operand in the compute format."""
    return to_compute(rows_of(call, inputs[0]), call.inputs[0], compute_format(call.inputs))


def _whole(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the rows of an operand of integers or bool in 64 bits, whose sums wrap as required."""
    rows = rows_of(call, inputs[0])
    return (bits_of(rows) != 0 if call.inputs[0] == "bool" else rows).astype(np.int64)


def total(join: Callable[[Array, Array], Array], nothing: int) -> Route:
    """Return the route of a reduction by the tree T1 over rows. Integers wrap."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        if not get_format(call.inputs[0]).is_float:
            return levels(_whole(call, inputs), join, nothing)
        return from_compute(levels(leaves_of(call, inputs), join, nothing), call.outputs[0])

    return route


def _places(call: Call, rows: Array, least: bool) -> Array:
    """Return the first index of each row's extreme.

    NaN counts as the minimum and as the maximum.
    """
    name = call.inputs[0]
    if name == "bool":
        keys = np.asarray(bits_of(rows) != 0)
    else:
        keys = order_keys(rows, name) if get_format(name).is_float else rows
    if not least:
        return np.asarray(np.argmax(keys, axis=-1))
    nan = is_nan_bits(bits_of(rows), name)
    return np.asarray(np.where(nan.any(axis=-1), np.argmax(nan, axis=-1), np.argmin(keys, axis=-1)))


def extreme_of(least: bool) -> Route:
    """Return the route of the S3 minimum or maximum of rows."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        (name,), (output,) = call.inputs, call.outputs
        rows = rows_of(call, inputs[0])
        chosen = np.take_along_axis(rows, _places(call, rows, least)[:, None], axis=-1)[:, 0]
        if get_format(name).is_float:
            return from_compute(to_compute(chosen, name, compute_format(call.inputs)), output)
        return np.asarray(bits_of(chosen) != 0) if name == "bool" else chosen

    return route


def place_of(least: bool) -> Route:
    """Return the route of the first index of the S3 minimum or maximum."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        return _places(call, rows_of(call, inputs[0]), least).astype(np.int64)

    return route


def truth(count: Callable[[Array], Any]) -> Route:
    """Return the route that applies `count` to a mask of the elements that are not zero."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        rows, form = bits_of(rows_of(call, inputs[0])), get_format(call.inputs[0])
        return np.asarray(count((rows << np.array(int(form.is_float), rows.dtype)) != 0))

    return route
