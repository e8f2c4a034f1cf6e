"""Evaluation of any reduction tree on many columns together (clauses T1, T4, T10).

A `Model` is a tree, the format in which it accumulates, and the way in which products are rounded.
The diagnosis and the revealer compare models with the results of a backend.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from samebits.conformance.reveal.arithmetic import Array, add, flush, fma, multiply, narrow
from samebits.conformance.reveal.fused import Fusion, evaluate_fused
from samebits.conformance.reveal.probe import Summation
from samebits.spec.formats import bits_of, canonicalize_nan, get_format
from samebits.spec.language.trees import Tree


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a backend's reduction.

    The `leaf_rule` of its tree says whether products are fused. `accumulate` is the format of every
    node. In a tree of fused products, the leaves in `starts` are rounded products, because they
    begin a chain (fma(a, b, -0) rounds). `flushing` flushes every subnormal operand and node to
    zero. Rounded products may be rounded to a separate format, `product`, before they are added in
    a wider accumulator. A fused product and its sum may be rounded to a format `through` before the
    node's format. With a `fusion` every node adds all of its operands in one step, with unrounded
    products. Without a fusion, nodes of several operands add from left to right.
    """

    tree: Tree
    accumulate: str
    starts: frozenset[int] = frozenset()
    flushing: bool = False
    product: str = ""
    through: str = ""
    fusion: Fusion | None = None


@dataclass(frozen=True, slots=True)
class _Level:
    """Nodes that can be evaluated together: `out` = `left` + `right`, or an fma of leaf `right`."""

    out: Array
    left: Array
    right: Array
    fused: bool


def chain_starts(tree: Tree) -> frozenset[int]:
    """Return the leaves that begin a chain: the first child of a node that adds two leaves."""
    return frozenset(
        c[0] for c in tree.nodes if c[0] < tree.leaves and all(i < tree.leaves for i in c)
    )


def evaluate_sum(model: Model, values: Array) -> Array:
    """Return the sum of each row of `values` [p, n], in the accumulation format."""
    if model.fusion is not None:
        return evaluate_fused(model.tree, model.fusion, model.accumulate, values, None)
    leaves = narrow(np.asarray(values), model.accumulate)
    return _evaluate(model, leaves, None)


def evaluate_products(model: Model, a: Array, b: Array) -> Array:
    """Return the sum of products of each row of `a` with its row of `b` [p, n]."""
    if model.fusion is not None:
        return evaluate_fused(model.tree, model.fusion, model.accumulate, a, b)
    if model.product:
        return evaluate_sum(model, multiply(narrow(a, model.product), narrow(b, model.product)))
    left, right = narrow(a, model.accumulate), narrow(b, model.accumulate)
    if model.flushing:
        left, right = flush(left, model.accumulate), flush(right, model.accumulate)
    return _evaluate(model, multiply(left, right), (left, right))


def finish(raw: Array, box: Summation) -> Array:
    """Return the result for a sum in the accumulator's format.

    A mean is divided, and the result is rounded to its format.
    """
    if box.divided:
        raw = np.asarray(raw / raw.dtype.type(box.leaves))
    return narrow(raw, box.result_format)


def patterns(values: Array, box: Summation) -> Array:
    """Return the bits of results, with every NaN made canonical."""
    return canonicalize_nan(bits_of(narrow(values, box.result_format)), box.result_format)


def _evaluate(model: Model, leaves: Array, factors: tuple[Array, Array] | None) -> Array:
    tree, name = model.tree, model.accumulate
    rows, count = leaves.shape
    if count == 0:
        return np.zeros(rows, dtype=get_format(name).dtype)
    levels, size = _compile(tree, model.starts, factors is not None)
    # `values` has the leaves, then the nodes; each of its rows is one leaf or node of all sums.
    values = np.empty((size, rows), dtype=leaves.dtype)
    values[:count] = (flush(leaves, name) if model.flushing else leaves).T
    columns = None if factors is None else (factors[0].T, factors[1].T)
    for level in levels:
        if level.fused and columns is not None:
            a, b = columns[0][level.right], columns[1][level.right]
            result = _fused_product(model, a, b, values[level.left])
        else:
            result = add(values[level.left], values[level.right])
        values[level.out] = flush(result, name) if model.flushing else result
    return np.ascontiguousarray(values[-1])


def _fused_product(model: Model, a: Array, b: Array, c: Array) -> Array:
    if not model.through:
        return fma(a, b, c, model.accumulate)
    wide = [narrow(x, model.through) for x in (a, b, c)]
    return narrow(fma(wide[0], wide[1], wide[2], model.through), model.accumulate)


@lru_cache(maxsize=64)
def _compile(tree: Tree, starts: frozenset[int], products: bool) -> tuple[tuple[_Level, ...], int]:
    """Return the nodes grouped by depth.

    Nodes of several operands become chains from left to right.
    """
    fused_rule = products and tree.leaf_rule == "fused_product"
    ids = list(range(tree.leaves))
    depth = [0] * tree.leaves
    grouped: dict[tuple[int, bool], list[tuple[int, int, int]]] = {}
    for children in tree.nodes:
        total = ids[children[0]]
        for child in children[1:]:
            left, right, out = total, ids[child], len(depth)
            leaf = _fused_leaf(left, right, tree.leaves, starts) if fused_rule else None
            if leaf is not None:
                left, right = (left if leaf == right else right), leaf
            depth.append(1 + max(depth[left], depth[right]))
            grouped.setdefault((depth[-1], leaf is not None), []).append((out, left, right))
            total = out
        ids.append(total)
    levels = []
    for (_, fused), steps in sorted(grouped.items()):
        out, left, right = np.array(steps, dtype=np.intp).T
        levels.append(_Level(out, left, right, fused))
    return tuple(levels), len(depth)


def _fused_leaf(left: int, right: int, leaves: int, starts: frozenset[int]) -> int | None:
    """Return the child whose product is not rounded, preferably the right child, or None."""
    for child in (right, left):
        if child < leaves and child not in starts:
            return child
    return None
