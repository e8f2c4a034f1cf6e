"""A check that the inputs of a table distinguish the canonical tree from other orders.

A case that passes with any order of additions is worth little. For cases flagged `reduction-tree`
or `contraction-tree`, NumPy computes the results of common wrong trees. If a wrong tree gives the
expected bits in most of its eligible cases, the plan is too weak: an error is raised, and no table
is written.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, compute_format, get_format
from samebits.spec.language import trees
from samebits.vectors.errors import VectorError
from samebits.vectors.planning import Planned

Array = np.ndarray[Any, Any]

LONGEST = 1100
"""Maximum number of terms of a checked case, because Python evaluates trees slowly."""

LEAST_TOLD = 0.6
"""Minimal share of eligible cases that must distinguish a wrong tree from the canonical one."""

ENOUGH = 8
"""Minimum number of eligible cases for a conclusion."""


@dataclass(slots=True)
class Discrimination:
    """The number of eligible and of distinguishing cases, for each alternative tree."""

    path: str
    tally: dict[str, list[int]] = field(default_factory=dict)

    def observe(self, case: Planned, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compare the expected bits of a case with the results of every alternative tree."""
        if "special-values" in case.flags or "overflow-border" in case.flags or case.digest:
            return
        with np.errstate(all="ignore"):
            if "reduction-tree" in case.flags:
                found = _sums(case, inputs[0])
            elif "contraction-tree" in case.flags:
                found = _contractions(case, inputs)
            else:
                return
            for name, result in found.items():
                count = self.tally.setdefault(name, [0, 0])
                count[0] += 1
                count[1] += not np.array_equal(bits_of(outputs[0]), bits_of(result))

    def require(self) -> None:
        """Raise VectorError if an alternative tree would pass most of the cases."""
        for name, (eligible, told) in sorted(self.tally.items()):
            if eligible >= ENOUGH and told < LEAST_TOLD * eligible:
                raise VectorError(
                    f"{self.path}: only {told} of {eligible} cases tell {name!r} from the "
                    "canonical tree; give their operands more cancellation"
                )


def _widen(x: Array, compute: str) -> Array:
    return np.asarray(x.astype(get_format(compute).dtype))


def _finish(case: Planned, total: Array, n: int) -> Array:
    """Return the result from the sum: divide for a mean, and round to the format of the result."""
    if case.call.op == "mean":
        total = total / total.dtype.type(n)
    output = get_format(case.call.outputs[0])
    return total if total.dtype == output.dtype else np.asarray(total.astype(output.dtype))


def _sums(case: Planned, x: Array) -> Mapping[str, Array]:
    """Return the sums along the last axis in other orders, by the name of the tree."""
    n = x.shape[1]
    if n > LONGEST or n < 3:
        return {}
    compute = compute_format(case.call.inputs)
    columns = list(_widen(x, compute).T)
    rows = np.ascontiguousarray(np.stack(columns, axis=1))
    named = [trees.sequential(n), *(trees.lanes(n, w) for w in (4, 8, 16)), trees.blocked(n, 8)]
    canonical = trees.balanced(n)
    found = {
        tree.name: trees.evaluate(tree, columns, lambda a, b: np.asarray(a + b), columns[0])
        for tree in named
        if not trees.same_shape(tree, canonical)
    }
    if n > 16:
        found["NumPy's sum"] = np.asarray(rows.sum(axis=1))
    if compute == "f32" and n > 8:
        found["binary64 accumulator"] = rows.astype(np.float64).sum(axis=1).astype(np.float32)
    return {name: _finish(case, total, n) for name, total in found.items()}


def _contractions(case: Planned, inputs: Sequence[Array]) -> Mapping[str, Array]:
    """Return contractions with other orders or other kinds of multiplication, by name."""
    compute = compute_format(case.call.inputs)
    a, b = (_widen(x, compute) for x in inputs[:2])
    if case.call.op == "linear":
        a, b = a.reshape(math.prod(a.shape[:-1]), a.shape[-1]), b.T
    elif a.ndim == 1:
        a, b = a[None, :], b[:, None]
    a = np.swapaxes(a, -1, -2) if case.call.attributes.get("transpose_a") else a
    b = np.swapaxes(b, -1, -2) if case.call.attributes.get("transpose_b") else b
    k = a.shape[-1]
    if k > LONGEST or k < 3 or a.size * b.shape[-1] > 400_000:
        return {}
    from samebits.oracles.numpy_route.fused_route import fma_f32, fma_f64

    fma = fma_f64 if compute == "f64" else fma_f32
    products = [a[..., :, i, None] * b[..., None, i, :] for i in range(k)]
    found: dict[str, Array] = {}

    def add(x: Array, y: Array) -> Array:
        return np.asarray(x + y)

    narrow = get_format(case.call.inputs[0]).bits <= 16
    if not narrow:  # products of narrow numbers are exact in f32, so fma equals multiply and add
        order = trees.blocked(k, trees.CONTRACTION_BLOCK)
        found["multiply and add"] = trees.evaluate(order, products, add, products[0])
    found["pairwise products"] = trees.evaluate(trees.balanced(k), products, add, products[0])
    if compute == "f32" and k > 8:
        wide = np.matmul(a.astype(np.float64), b.astype(np.float64))
        found["binary64 accumulator"] = wide.astype(np.float32)
    # With only one exact product more than a block, both trees add in the same order.
    beyond = trees.CONTRACTION_BLOCK + (1 if narrow else 0)
    if k > 128:
        found["blocks of 128"] = _chains(a, b, 128, fma)
    if k > beyond:
        found["one chain"] = _chains(a, b, k, fma)
    bias = _widen(inputs[2], compute) if len(inputs) == 3 else None
    output = case.call.outputs[0]
    (shape,) = get_op(case.call.op).output_shapes(case.call, [x.shape for x in inputs])
    for name, result in found.items():
        total = result if bias is None else result + bias
        rounded = total.astype(get_format(output).dtype)
        found[name] = rounded.reshape(shape)
    return found


def _chains(a: Array, b: Array, block: int, fma: Callable[[Array, Array, Array], Array]) -> Array:
    """Return a contraction with blocks of another size: an fma chain per block, then T1."""
    k = a.shape[-1]
    blocks = []
    for start in range(0, k, block):
        shape = np.broadcast_shapes(a[..., :, 0, None].shape, b[..., None, 0, :].shape)
        total: Array = np.full(shape, -0.0, dtype=a.dtype)
        for i in range(start, min(start + block, k)):
            total = fma(a[..., :, i, None], b[..., None, i, :], total)
        blocks.append(total)
    return trees.evaluate(
        trees.balanced(len(blocks)), blocks, lambda x, y: np.asarray(x + y), blocks[0]
    )
