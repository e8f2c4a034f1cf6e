"""Sort by a stable sort of integer keys (clause S3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.copying_route import along
from samebits.spec.formats import bits_of, from_bits, get_format, is_nan_bits, ordered
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def _keys(x: Array, name: str) -> Array:
    """Return ranks of the numbers.

    All zeros have the same rank, and all NaNs have the last rank.
    """
    form = get_format(name)
    if form.is_float:
        patterns = bits_of(x)
        nan = is_nan_bits(patterns, name)
        whole = np.where(nan, np.iinfo(np.int64).max, ordered(patterns, name))
    else:
        whole = bits_of(x) != 0 if form.kind == "bool" else x
    return np.asarray(np.unique(whole, return_inverse=True)[1].reshape(x.shape))


def _order(call: Call, x: Array, descending: bool) -> Array:
    ranks = _keys(x, call.inputs[0])
    return np.argsort(-ranks if descending else ranks, axis=along(call), kind="stable")


def argsort(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the indices that sort the elements in the order of clause S3, stably."""
    return _order(call, inputs[0], bool(call.attributes["descending"])).astype(np.int64)


def sorted_along(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the elements in the order of clause S3."""
    order = _order(call, inputs[0], bool(call.attributes["descending"]))
    bits = np.take_along_axis(bits_of(inputs[0]), order, along(call))
    return from_bits(bits, call.outputs[0])


def topk(call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return the first k elements in the order of clause S3, and their indices."""
    x, axis, k = inputs[0], along(call) % inputs[0].ndim, call.attributes["k"]
    assert isinstance(k, int)
    order = _order(call, x, bool(call.attributes["largest"]))
    chosen = order[(slice(None),) * axis + (slice(k),)].astype(np.int64)
    bits = np.take_along_axis(bits_of(x), chosen, axis)
    return from_bits(bits, call.outputs[0]), chosen
