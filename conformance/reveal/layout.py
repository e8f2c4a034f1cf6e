"""The terms of each output: reductions and contractions as rows of terms (clauses T2, T4)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from samebits.conformance.reveal.arithmetic import Array
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families import aligned, products
from samebits.spec.families.reductions import SHAPE_RULES
from samebits.spec.families.windows import kind_of
from samebits.spec.language import shapes
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

REDUCTIONS = tuple(name for name, op in all_ops().items() if op.shape_rule in SHAPE_RULES)
PRODUCTS = tuple(
    name
    for name, op in all_ops().items()
    if "T4" in op.clauses and op.op_class == "tree" and kind_of(op.shape_rule) is None
)
"""Ops whose elements are contractions, except convolutions."""

CONTRACTIONS = tuple(
    name for name in PRODUCTS if get_op(name).shape_rule in (shapes.dot, shapes.matmul, shapes.bmm)
)
"""Ops of PRODUCTS whose calls can be combined into one call of bmm; the diagnosis probes them."""


def reduction_axes(call: Call, rank: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the kept axes and the reduced axes."""
    reduced = normalize_axes(call.op, call.attributes["axes"], rank)
    return tuple(i for i in range(rank) if i not in reduced), reduced


def reduction_rows(call: Call, x: Array) -> Array:
    """Return the terms of every output, as [outputs, terms], in flat output order (clause T2)."""
    kept, reduced = reduction_axes(call, x.ndim)
    outputs = int(np.prod([x.shape[i] for i in kept], dtype=np.int64))
    terms = int(np.prod([x.shape[i] for i in reduced], dtype=np.int64))
    return np.asarray(x.transpose(kept + reduced).reshape(outputs, terms))


def from_reduction_rows(call: Call, rows: Array, shape: tuple[int, ...]) -> Array:
    """Return the operand of `shape` with these rows of terms: the inverse of `reduction_rows`.

    The result is C-contiguous.
    """
    kept, reduced = reduction_axes(call, len(shape))
    order = kept + reduced
    moved = rows.reshape([shape[i] for i in order])
    return np.ascontiguousarray(moved.transpose(np.argsort(np.array(order, dtype=np.intp))))


def contraction_rows(
    call: Call,
    inputs: Sequence[Array],
    outputs: Array,
    *,
    swap_a: bool = False,
    swap_b: bool = False,
) -> tuple[Array, Array]:
    """Return the factors a[p, K] and b[p, K] of every term of the chosen flat `outputs`.

    With `swap_a` or `swap_b` an operand, which must be square, is read with the opposite
    transposition flag.
    """
    a, b, rule = inputs[0], inputs[1], get_op(call.op).shape_rule
    is_linear = rule in (products.linear, aligned.linear)
    if call.op == "dot":
        return a[None, :][np.zeros_like(outputs)], b[None, :][np.zeros_like(outputs)]
    if is_linear:
        a = a.reshape(math.prod(a.shape[:-1]), a.shape[-1])
    elif call.op == "outer":
        a, b = a[:, None], b[None, :]
    if bool(call.attributes.get("transpose_a")) != swap_a:
        a = np.swapaxes(a, -1, -2)
    if bool(call.attributes.get("transpose_b", is_linear)) != swap_b:
        b = np.swapaxes(b, -1, -2)
    if rule not in (shapes.bmm, aligned.bmm):
        a, b = a[None], b[None]
    batch, row, column = np.unravel_index(outputs, (a.shape[0], a.shape[1], b.shape[2]))
    return np.asarray(a[batch, row, :]), np.asarray(b[batch, :, column])


def bias_of(call: Call, inputs: Sequence[Array], outputs: Array) -> Array | None:
    """Return the bias of the chosen flat outputs, or None if the call has no bias."""
    if call.op == "dot" or len(inputs) < 3:
        return None
    bias = inputs[2]
    return np.asarray(bias[outputs % bias.shape[0]])
