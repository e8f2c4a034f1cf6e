"""Hypotheses about sum and mean.

The mistakes are: multiplication by the reciprocal of n, flushing, a wrong accumulator, a lost tail,
wrong axes and wrong trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.drawing import tree_details
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence, terms_per_output
from samebits.conformance.reveal.arithmetic import flush, multiply, narrow
from samebits.conformance.reveal.families import FAMILIES, build
from samebits.conformance.reveal.layout import reduction_axes, reduction_rows
from samebits.conformance.reveal.replay import Model, evaluate_sum
from samebits.spec.formats import compute_format, get_format
from samebits.spec.language.trees import Tree

MOST_LEAVES = 1 << 14
"""The largest number of leaves for which a tree is built node by node."""

SEARCHED_LEAVES = 1 << 11
"""The largest number of leaves for which every family is tried, not only the likely ones."""

LIKELY = (
    "sequential",
    "lanes(8)",
    "lanes(8)+tail",
    "numpy_pairwise",
    "lanes(16)",
    "lanes(16)+tail",
    "lanes(4)",
    "blocked(16)",
    "blocked(128)",
    "blocked(256)",
    "reversed",
)


def mistakes(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by sum or mean with the canonical tree and one mistake."""
    rows = _rows(evidence)
    if rows is not None:
        compute = compute_format(evidence.call.inputs)
        yield from _canonical_tree(evidence, rows, Model(build("balanced", rows.shape[1]), compute))


def families(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by sum or mean with a different named tree."""
    rows = _rows(evidence)
    if rows is None:
        return
    first, *others = accumulators(evidence.call.inputs[0])
    names = tuple(FAMILIES) if rows.shape[1] <= SEARCHED_LEAVES else LIKELY
    yield from _other_trees(evidence, rows, first, names)
    for accumulate in others:
        yield from _other_trees(evidence, rows, accumulate, LIKELY)
    if evidence.call.op == "mean":
        yield from _other_trees(evidence, rows, first, LIKELY, reciprocal=True)


def _rows(evidence: Evidence) -> Array | None:
    """Return the terms of the chosen outputs, or None if the call cannot be modelled."""
    if evidence.call.op not in ("sum", "mean"):
        return None
    if not 0 < terms_per_output(evidence.call, evidence.inputs) <= MOST_LEAVES:
        return None
    return reduction_rows(evidence.call, evidence.inputs[0])[evidence.chosen]


def accumulators(name: str) -> tuple[str, ...]:
    """Return the formats in which a backend may accumulate terms of format `name`.

    The first one is right.
    """
    return tuple(dict.fromkeys((compute_format([name]), "f64", name)))


def _canonical_tree(evidence: Evidence, rows: Array, model: Model) -> Iterator[Explanation]:
    """Try mistakes that leave the tree T1 unchanged."""
    if evidence.call.op == "mean":
        text = "multiplied by the rounded reciprocal of n instead of divided by n (T3)"
        yield from _by_model(evidence, "reciprocal", text, rows, model, reciprocal=True)
    flushing = replace(model, flushing=True)
    text = "subnormal terms and sums are flushed to zero (R1)"
    yield from _by_model(evidence, "ftz", text, rows, flushing)
    name = evidence.call.inputs[0]
    for accumulate in dict.fromkeys((name, "f64", "bf16", "f16")):
        if accumulate != model.accumulate:
            text = f"the tree is T1, but every node is rounded to {accumulate} (R4)"
            other = replace(model, accumulate=accumulate)
            yield from _by_model(evidence, f"accumulator:{accumulate}", text, rows, other)
    yield from _odd_node(evidence, rows, model)
    yield from _dropped_tail(evidence, rows, model)
    yield from _column_major(evidence, model)


def _odd_node(evidence: Evidence, rows: Array, model: Model) -> Iterator[Explanation]:
    """Try to add the odd last term to another term first, instead of promoting it unchanged."""
    n = rows.shape[1]
    if n < 3 or not n % 2:
        return
    for partner, words in ((0, "the first"), (n - 2, "the one before it")):
        text = f"the odd last of {n} terms is added to {words} at once; it is promoted (T1)"
        other = replace(model, tree=_joined(n, partner))
        yield from _by_model(evidence, "odd-node", text, rows, other)


def _joined(n: int, partner: int) -> Tree:
    """Return the tree T1 over all terms but the last, which is added to leaf `partner` first."""
    nodes: list[tuple[int, ...]] = [(partner, n - 1)]
    level = [n if i == partner else i for i in range(n - 1)]
    while len(level) > 1:
        paired = []
        for pair in zip(level[::2], level[1::2], strict=False):
            nodes.append(pair)
            paired.append(n + len(nodes) - 1)
        level = paired + level[len(level) - len(level) % 2 :]
    return Tree(n, tuple(nodes), "odd node joined")


def _dropped_tail(evidence: Evidence, rows: Array, model: Model) -> Iterator[Explanation]:
    n = rows.shape[1]
    for k in range(1, 11):
        whole = n - n % (1 << k)
        if 0 < whole < n:
            text = f"the last {n - whole} of {n} terms, n mod {1 << k}, are left out"
            short = replace(model, tree=build("balanced", whole))
            yield from _by_model(evidence, "wrong-tail", text, rows[:, :whole], short)


def _column_major(evidence: Evidence, model: Model) -> Iterator[Explanation]:
    x = evidence.inputs[0]
    kept, reduced = reduction_axes(evidence.call, x.ndim)
    if len(reduced) < 2:
        return
    turned = x.transpose(kept + reduced[::-1]).reshape(-1, model.tree.leaves)
    text = "several axes are flattened in column-major instead of row-major order (T2)"
    yield from _by_model(evidence, "axis-order", text, turned[evidence.chosen], model)


def _other_trees(
    evidence: Evidence,
    rows: Array,
    accumulate: str,
    names: Sequence[str],
    *,
    reciprocal: bool = False,
) -> Iterator[Explanation]:
    n = rows.shape[1]
    extra = ", and the sum is multiplied by the reciprocal of n" if reciprocal else ""
    for name in names:
        model = Model(build(name, n), accumulate)
        text = f"adds the {n} terms {FAMILIES[name].text}, in {accumulate}{extra} (T1)"
        yield from _by_model(evidence, f"tree:{name}", text, rows, model, reciprocal=reciprocal)


def _by_model(
    evidence: Evidence,
    name: str,
    text: str,
    rows: Array,
    model: Model,
    *,
    reciprocal: bool = False,
) -> Iterator[Explanation]:
    def predict(positions: Array) -> Array:
        return finish(evidence, evaluate_sum(model, rows[positions]), model, reciprocal=reciprocal)

    for found in by_prediction(evidence, name, text, predict):
        details = tree_details(model.tree) if name.startswith("tree:") else {}
        yield replace(found, details=details)


def finish(evidence: Evidence, sums: Array, model: Model, *, reciprocal: bool) -> Array:
    """Return results from sums: divide for a mean, and round to the output format."""
    if evidence.call.op == "mean":
        dtype = get_format(model.accumulate).dtype
        count = narrow(
            np.array([float(terms_per_output(evidence.call, evidence.inputs))]), model.accumulate
        )
        with np.errstate(all="ignore"):
            sums = multiply(sums, (dtype.type(1) / count)) if reciprocal else sums / count
        sums = flush(sums, model.accumulate) if model.flushing else sums
    return narrow(sums, evidence.format)
