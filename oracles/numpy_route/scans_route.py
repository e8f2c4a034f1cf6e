"""Scans, level by level, by Sklansky's method (clauses R4, T1, T6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.formats_route import from_compute, to_compute
from samebits.spec.formats import bits_of, compute_format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

Array = np.ndarray[Any, Any]
Combine = Callable[[Array, Array], Array]


def scan_levels(lines: Array, combine: Combine) -> Array:
    """Return every prefix along the last axis by the tree T1.

    Level k combines each element in the second half of an aligned range of 2^(k+1) elements with
    the last element of the first half.
    """
    found = lines.copy()
    index = np.arange(found.shape[-1])
    for level in range(int(found.shape[-1]).bit_length()):
        second = index[index >> level & 1 == 1]
        ends = (second >> level << level) - 1
        found[..., second] = combine(found[..., ends], found[..., second])
    return found


def _scan(call: Call, inputs: Sequence[Array], combine: Combine) -> Array:
    (source,), (output,) = call.inputs, call.outputs
    (axis,) = normalize_axes(call.op, call.attributes["axis"], inputs[0].ndim)
    lines = np.moveaxis(inputs[0], axis, -1)
    if get_format(output).is_float:
        wide = to_compute(lines, source, compute_format(call.inputs))
        found = from_compute(scan_levels(wide, combine), output)
    else:
        whole = bits_of(lines) != 0 if source == "bool" else lines
        found = scan_levels(whole.astype(np.int64), combine)
    return np.ascontiguousarray(np.moveaxis(found, -1, axis))


def cumsum(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the cumulative sums."""
    return _scan(call, inputs, lambda a, b: np.asarray(a + b))


def cumprod(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the cumulative products."""
    return _scan(call, inputs, lambda a, b: np.asarray(a * b))
