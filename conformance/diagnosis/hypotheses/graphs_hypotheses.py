"""Hypotheses about graph ops: nodes that are computed in a wrong way (clauses G1, G2).

The graph is evaluated by models of its nodes. One node, then two, are replaced by alternatives that
are common in software. A node may also be replaced by the session's own op, so that, for example, a
wrong exp is found.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Array, Session
from samebits.conformance.diagnosis.drawing import tree_details
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.hypotheses import (
    graph_extremes_hypotheses as graph_extremes,
    graph_products_hypotheses as graph_products,
)
from samebits.conformance.diagnosis.hypotheses.graph_nodes_hypotheses import Made, RunKnowing, ways
from samebits.conformance.diagnosis.hypotheses.reductions_hypotheses import MOST_LEAVES
from samebits.conformance.diagnosis.recompute import node_results
from samebits.conformance.diagnosis.scalar import right_result
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import flush, multiply, narrow
from samebits.conformance.reveal.families import FAMILIES, build
from samebits.conformance.reveal.layout import reduction_axes, reduction_rows
from samebits.conformance.reveal.replay import Model, evaluate_sum
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.graph_walk import RunNode, graph_results, node_calls
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Node

MOST_ELEMENTS = 1 << 16
"""The largest number of input elements for which a graph is replayed."""


@dataclass(frozen=True, slots=True)
class Change:
    """A wrong way to compute one node.

    `knowing` is used instead of `run` if the way depends on earlier nodes.
    """

    node: str
    name: str
    text: str
    run: RunNode
    details: Mapping[str, str]
    knowing: RunKnowing | None = None


def graphs(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: one changed node, all nodes with one change, then two changed nodes."""
    shapes = [x.shape for x in evidence.inputs]
    graph = get_op(evidence.call.op).graph_of(evidence.call, shapes)
    if graph is None or sum(x.size for x in evidence.inputs) > MOST_ELEMENTS:
        return
    nodes = node_calls(graph, evidence.call, shapes)
    ops = {name: node.op for node, _ in nodes for name in node.names}
    alternatives = [
        [*_changes(node, call, evidence), *_other_ways(node, ops)] for node, call in nodes
    ]
    every = list(itertools.chain.from_iterable(alternatives))
    for change in sorted(every, key=lambda change: change.name.startswith("tree:")):
        yield from _try(evidence, (change,))  # trees are the most numerous and slowest
    for alike in _alike(every):
        yield from _try(evidence, alike)
    likely = [[c for c in changes if _is_likely(c)] for changes in alternatives]
    for first, second in itertools.combinations([x for x in likely if x], 2):
        for pair in itertools.product(first, second):
            yield from _try(evidence, pair)
    yield from _flushed(evidence)


def _alike(changes: Iterable[Change]) -> Iterator[tuple[Change, ...]]:
    """Yield, for each kind of change, all nodes that allow it: layers may share a wrong kernel."""
    found: dict[str, dict[str, Change]] = {}
    for change in changes:
        found.setdefault(change.name, {}).setdefault(change.node, change)
    yield from (tuple(nodes.values()) for nodes in found.values() if len(nodes) > 1)


def right_node(call: Call, operands: Sequence[Array]) -> Array | Sequence[Array]:
    """Return the right results of a node, computed by a model if there is one for its op."""
    if len(call.outputs) > 1:
        from samebits.oracles import numpy_route  # only a diagnosis needs it

        if numpy_route.supports(call):
            return numpy_route.evaluate(call, operands)
    result = None if get_op(call.op).graph is not None else right_result(call, operands)
    return node_results(call, operands) if result is None else result


def _try(evidence: Evidence, changes: tuple[Change, ...]) -> Iterator[Explanation]:
    changed = {change.node: change for change in changes}

    @cache
    def results() -> Sequence[Array]:
        return _evaluate(evidence, changed)

    def predict(positions: Array) -> Array:
        return np.asarray(results()[evidence.output].reshape(-1)[evidence.chosen[positions]])

    name = "+".join(dict.fromkeys(c.name for c in changes))
    text = "; ".join(f"node {c.node}: {c.text}" for c in changes)
    details: dict[str, str] = {"node": ", ".join(c.node for c in changes)}
    for change in changes:
        details.update(change.details)
    yield from by_prediction(evidence, name, text, predict, details, results)


def _evaluate(evidence: Evidence, changed: Mapping[str, Change]) -> Sequence[Array]:
    """Return all outputs, computed with some nodes replaced.

    The key `*` of `changed` replaces all nodes.
    """
    shapes = [x.shape for x in evidence.inputs]
    graph = get_op(evidence.call.op).graph_of(evidence.call, shapes)
    assert graph is not None
    nodes = iter([node for node, _ in node_calls(graph, evidence.call, shapes)])
    makers: dict[str, Made] = {}

    def run(call: Call, operands: Sequence[Array]) -> Array | Sequence[Array]:
        this = Made(next(nodes), call, operands)
        makers.update(dict.fromkeys(this.node.names, this))
        change = changed.get(this.node.name, changed.get("*"))
        if change is None:
            return right_node(call, operands)
        return change.knowing(this, makers) if change.knowing else change.run(call, operands)

    return graph_results(graph, evidence.call, evidence.inputs, run)


def _changes(node: Node, call: Call, evidence: Evidence) -> Iterator[Change]:
    session = evidence.session
    if get_op(call.op).profile == "math":
        if session is not None and session.supports(call):
            run: Any = partial(_own, session)
            text = f"{call.op} as the backend computes it is not correctly rounded (R2)"
            yield Change(node.name, "not-correctly-rounded", text, run, {})
        text = f"{call.op} as NumPy computes it in {call.outputs[0]} (R2)"
        if hasattr(np, call.op):
            yield Change(node.name, "not-correctly-rounded", text, _numpy_function, {})
    if call.op == "div":
        text = "multiplied by the rounded reciprocal instead of divided (G1)"
        yield Change(node.name, "reciprocal", text, _by_reciprocal, {})
    if call.op == "mean":
        text = "the sum multiplied by the rounded 1/n instead of divided (T3.mean)"
        yield Change(node.name, "reciprocal", text, _mean_by_reciprocal, {})
    if call.op == "sum":
        yield from _sums(node, call, session)
    for name, text, run in (*graph_extremes.ways(call), *graph_products.ways(call)):
        yield Change(node.name, name, text, run, {})


def _other_ways(node: Node, ops: Mapping[str, str]) -> Iterator[Change]:
    """Yield the wrong ways that depend on earlier nodes."""
    for name, text, knowing in ways(node, ops):
        yield Change(node.name, name, text, right_node, {}, knowing)


def _sums(node: Node, call: Call, session: Session | None) -> Iterator[Change]:
    for accumulate in dict.fromkeys((call.outputs[0], "f64")):
        for family in FAMILIES.values():
            if family.name == "balanced" and accumulate == call.outputs[0]:
                continue
            name = (
                f"tree:{family.name}" if family.name != "balanced" else f"accumulator:{accumulate}"
            )
            text = f"adds the terms {family.text}, in {accumulate} (T1)"
            run = partial(_sum_by, family.name, accumulate)
            drawn = tree_details(build(family.name, 16)) if family.name != "balanced" else {}
            yield Change(node.name, name, text, run, drawn)
    if session is not None and session.supports(call):
        text = "the sum as the backend computes it (T1)"
        yield Change(node.name, "tree:own", text, partial(_own, session), {})


def _is_likely(change: Change) -> bool:
    return change.name in (
        "not-correctly-rounded",
        "reciprocal",
        "tree:sequential",
        "tree:own",
        "tree:lanes(8)",
        "tree:lanes(16)",
        "tree:numpy_pairwise",
        "accumulator:f64",
    )


def _flushed(evidence: Evidence) -> Iterator[Explanation]:
    def run(call: Call, operands: Sequence[Array]) -> Sequence[Array]:
        flushed = [
            flush(x, f) if get_format(f).is_float else x
            for x, f in zip(operands, call.inputs, strict=True)
        ]
        made = right_node(call, flushed)
        several = [made] if isinstance(made, np.ndarray) else made
        return [
            flush(x, f) if get_format(f).is_float else x
            for x, f in zip(several, call.outputs, strict=True)
        ]

    change = Change("*", "ftz", "subnormal values are flushed to zero (R1)", run, {})
    yield from _try(evidence, (change,))


def _own(session: Session, call: Call, operands: Sequence[Array]) -> Array:
    return executor.execute(session, call, operands)[0]


def _numpy_function(call: Call, operands: Sequence[Array]) -> Array:
    with np.errstate(all="ignore"):
        return np.asarray(getattr(np, call.op)(operands[0]))


def _by_reciprocal(call: Call, operands: Sequence[Array]) -> Array:
    one = get_format(call.inputs[1]).dtype.type(1)
    with np.errstate(all="ignore"):
        return multiply(operands[0], np.asarray(one / operands[1]))


def _mean_by_reciprocal(call: Call, operands: Sequence[Array]) -> Array:
    total = get_op("sum").call(call.inputs, call.outputs, **call.attributes)
    (added,) = node_results(total, operands)
    number = operands[0].size // max(added.size, 1)
    one = get_format(call.outputs[0]).dtype.type(1)
    with np.errstate(all="ignore"):
        return np.asarray(multiply(added, np.asarray(one / one.dtype.type(number))))


def _sum_by(
    family: str, accumulate: str, call: Call, operands: Sequence[Array]
) -> Array | Sequence[Array]:
    x = operands[0]
    rows = reduction_rows(call, x)
    if not 0 < rows.shape[1] <= MOST_LEAVES:
        return right_node(call, operands)
    sums = evaluate_sum(Model(build(family, rows.shape[1]), accumulate), rows)
    _, reduced = reduction_axes(call, x.ndim)
    shape = [1 if i in reduced else n for i, n in enumerate(x.shape)]
    if not call.attributes["keepdims"]:
        shape = [n for i, n in enumerate(x.shape) if i not in reduced]
    return narrow(sums, call.outputs[0]).reshape(shape)
