"""Aligned contractions in binary64; all results of a block are computed together (clause T11).

Every step but one is exact. An aligned integer has at most 24 bits, so binary64 represents it
exactly, also after scaling by a power of two. One factor of each product is split into parts of 12
bits. A sum of 256 products with one part is below 2^(23 + 12 + 8), so it is exact in any order, for
example in a matrix library. The sums of both parts are added with rounding to odd, scaled exactly,
and rounded once to binary32 (53 bits suffice for 24).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.contractions_route import finished, matrices
from samebits.oracles.numpy_route.formats_route import widen
from samebits.oracles.numpy_route.fused_route import odd_sum
from samebits.oracles.numpy_route.reductions_route import sum_levels
from samebits.spec.language.call import Call
from samebits.spec.language.trees import CONTRACTION_BLOCK

Array = np.ndarray[Any, Any]

_PART = 4096.0
"""2^12: the lower part of a split integer has 12 bits."""


def align(x: Array, width: int) -> tuple[Array, Array]:
    """Return the aligned integers of rows x[..., n] of a block, and their units 2**u.

    Both are in binary64. The units have the shape [..., 1]. Both are NaN for a row with a value
    that is not finite.
    """
    finite = np.isfinite(x).all(axis=-1, keepdims=True)
    numbers = np.where(finite, x, 0.0)
    exponent = np.frexp(np.abs(numbers).max(axis=-1, keepdims=True))[1] - 1
    unit = exponent - (width - 2)
    limit = 2.0 ** (width - 1) - 1
    integers = np.clip(np.rint(np.ldexp(numbers, -unit)), -limit, limit)
    return integers, np.where(finite, np.ldexp(1.0, unit), np.nan)


def block(a: Array, b: Array, widths: tuple[int, int]) -> Array:
    """Return the values in binary32 of one block of a[..., M, n] and b[..., N, n] (binary64)."""
    rows, row_scale = align(a, widths[0])
    columns, column_scale = align(b, widths[1])
    upper = np.floor(columns / _PART)
    parts = (upper, columns - upper * _PART)
    high, low = (np.matmul(rows, np.swapaxes(part, -1, -2)) for part in parts)
    total = odd_sum(high * _PART, low) + 0.0  # a zero is +0
    return np.asarray((total * row_scale * np.swapaxes(column_scale, -1, -2)).astype(np.float32))


def contraction(call: Call, inputs: Sequence[Array]) -> Array:
    """Return a product of matrices by contraction T11, plus the bias."""
    widths: Any = call.attributes["bits"]
    a, b = (widen(x, f) for x, f in zip(matrices(call, inputs), call.inputs, strict=False))
    b = np.swapaxes(b, -1, -2)
    with np.errstate(all="ignore"):
        blocks = [
            block(a[..., k : k + CONTRACTION_BLOCK], b[..., k : k + CONTRACTION_BLOCK], widths)
            for k in range(0, a.shape[-1], CONTRACTION_BLOCK)
        ]
        shape = (*a.shape[:-1], b.shape[-2], 0)
        stacked = np.stack(blocks, axis=-1) if blocks else np.empty(shape, np.float32)
        return finished(call, sum_levels(stacked), inputs)
