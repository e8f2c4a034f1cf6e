"""Contractions, term by term; all results and all blocks of 256 terms together (R4, T4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.formats_route import from_compute, to_compute
from samebits.oracles.numpy_route.fused_route import fma_f32, fma_f64
from samebits.oracles.numpy_route.reductions_route import sum_levels
from samebits.spec.catalog import get_op
from samebits.spec.families import aligned, products
from samebits.spec.formats import compute_format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.trees import CONTRACTION_BLOCK

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def contract(a: Array, b: Array) -> Array:
    """Return the contraction T4 of a[..., M, K] and b[..., K, N] in the compute format."""
    fma = fma_f64 if a.dtype == np.float64 else fma_f32
    terms = a.shape[-1]
    whole = terms // CONTRACTION_BLOCK * CONTRACTION_BLOCK
    blocks = []
    for first, last in ((0, whole), (whole, terms)):
        if first == last:
            continue
        length = min(CONTRACTION_BLOCK, last - first)
        count = (last - first) // length
        left = a[..., first:last].reshape(*a.shape[:-1], count, length)
        right = b[..., first:last, :].reshape(*b.shape[:-2], count, length, b.shape[-1])
        left = np.moveaxis(left, -2, 0)[..., None]  # [blocks, ..., M, length, 1]
        right = np.moveaxis(right, -3, 0)[..., None, :, :]  # [blocks, ..., 1, length, N]
        shape = np.broadcast_shapes((*left.shape[:-2], 1), right.shape[:-2] + right.shape[-1:])
        accumulator = np.full(shape, -0.0, a.dtype)
        for k in range(length):
            accumulator = fma(left[..., k, :], right[..., k, :], accumulator)
        blocks.append(np.moveaxis(accumulator, 0, -1))
    if not blocks:
        return np.zeros((*a.shape[:-1], b.shape[-1]), a.dtype)
    return sum_levels(np.concatenate(blocks, axis=-1))


def matrices(call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return the first two operands of a product as a[..., M, K] and b[..., K, N]."""
    a, b = inputs[:2]
    if get_op(call.op).shape_rule in (products.linear, aligned.linear):
        a, b = a.reshape(int(np.prod(a.shape[:-1], dtype=np.int64)), a.shape[-1]), b.T
    elif call.op == "outer":
        a, b = a[:, None], b[None, :]
    elif a.ndim == 1:
        a, b = a[None, :], b[:, None]
    if call.attributes.get("transpose_a"):
        a = np.swapaxes(a, -1, -2)
    if call.attributes.get("transpose_b"):
        b = np.swapaxes(b, -1, -2)
    return a, b


def finished(call: Call, result: Array, inputs: Sequence[Array]) -> Array:
    """Return a contraction with its bias added, rounded to the format of the result."""
    if len(inputs) == 3:
        result = result + to_compute(inputs[2], call.inputs[2], compute_format(call.inputs))
    return from_compute(result, call.outputs[0])


def contraction(call: Call, inputs: Sequence[Array]) -> Array:
    """Return a product of matrices or vectors by contraction T4, plus the bias."""
    a, b = matrices(call, inputs)
    if not get_format(call.outputs[0]).is_float:
        wide = np.matmul(a.astype(np.int64), b.astype(np.int64))
        return np.asarray(wide.astype(np.int32))  # wraps like C
    compute = compute_format(call.inputs)
    result = contract(
        *(to_compute(x, f, compute) for x, f in zip((a, b), call.inputs, strict=False))
    )
    return finished(call, result, inputs)
