"""Reductions over axes, level by level (clauses R4, S3, T1, T2, T3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.elementwise import order_keys
from samebits.oracles.numpy_route.formats import from_compute, to_compute
from samebits.spec.call import Call
from samebits.spec.formats import compute_format, get_format
from samebits.spec.shapes import normalize_axes

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def sum_levels(rows: Array) -> Array:
    """T1 along the last axis: adjacent pairs are added, level after level; an odd last one waits.

    Shape [..., n] to [...]; of nothing +0.
    """
    if rows.shape[-1] == 0:
        return np.zeros(rows.shape[:-1], rows.dtype)
    while (n := rows.shape[-1]) > 1:
        pairs = rows[..., 0 : n - 1 : 2] + rows[..., 1:n:2]
        rows = np.concatenate([pairs, rows[..., n - 1 :]], axis=-1) if n % 2 else pairs
    return np.asarray(rows[..., 0])


def _rows(call: Call, x: Array) -> Array:
    """The array as [results, n]: kept axes first, the reduced ones flattened row-major (T2)."""
    reduced = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    kept = tuple(i for i in range(x.ndim) if i not in reduced)
    results = int(np.prod([x.shape[i] for i in kept], dtype=np.int64))
    terms = int(np.prod([x.shape[i] for i in reduced], dtype=np.int64))
    return np.transpose(x, kept + reduced).reshape(results, terms)


def _sum(call: Call, inputs: Sequence[Array]) -> Array:
    rows = to_compute(_rows(call, inputs[0]), call.inputs[0], compute_format(call.inputs))
    return from_compute(sum_levels(rows), call.outputs[0])


def _mean(call: Call, inputs: Sequence[Array]) -> Array:
    rows = to_compute(_rows(call, inputs[0]), call.inputs[0], compute_format(call.inputs))
    count = rows.dtype.type(rows.shape[-1])
    return from_compute(np.asarray(sum_levels(rows) / count), call.outputs[0])


def _max(call: Call, inputs: Sequence[Array]) -> Array:
    name = call.outputs[0]
    rows = _rows(call, inputs[0])
    place = np.argmax(order_keys(rows, name), axis=-1)
    chosen = np.take_along_axis(rows, place[:, None], axis=-1)[:, 0]
    return from_compute(to_compute(chosen, name, compute_format(call.inputs)), name)


def _argmax(call: Call, inputs: Sequence[Array]) -> Array:
    keys = order_keys(_rows(call, inputs[0]), call.inputs[0])
    return np.asarray(np.argmax(keys, axis=-1).astype(get_format(call.outputs[0]).dtype))


ROUTES: Mapping[str, Route] = MappingProxyType(
    {"sum": _sum, "mean": _mean, "max": _max, "argmax": _argmax}
)
