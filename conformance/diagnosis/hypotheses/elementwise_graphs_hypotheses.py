"""Hypotheses: elementwise graphs with one typical mistake of software (G9).

- A host scalar is rounded to the tensor's format.
- A product and a sum are one fma.
- A comparison includes or excludes equality.
- A choice is left out or reversed.
- The wrong arm of a branch is computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from samebits.backends.protocol import Array
from samebits.common.errors import SamebitsError
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.recompute import node_results
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import elementwise_landmarks, get_op
from samebits.spec.families.drawing_graphs import dropping
from samebits.spec.graph_walk import graph_results
from samebits.spec.language.graph import Branch, Graph, Item, Join, Loop, Node, Number, node

MOST_ELEMENTS = 1 << 16
"""The largest number of operand elements for which a graph is replayed."""

_EQUALITY = {"t": "e", "e": "t"}
"""The last letter of a comparison, such as `lt` or `le`, and its replacement."""


@dataclass(frozen=True, slots=True)
class Change:
    """A changed declaration: the node, the kind of mistake, and its description."""

    graph: Graph
    node: str
    name: str
    text: str


def elementwise_graphs(evidence: Evidence) -> Iterator[Explanation]:
    """Try each change of the declared graph separately."""
    op = get_op(evidence.call.op)
    if elementwise_landmarks(op.name) is None and op.shape_rule is not dropping:
        return
    if not isinstance(op.graph, Graph):
        return
    if sum(x.size for x in evidence.inputs) <= MOST_ELEMENTS:
        for change in _changes(op.graph):
            yield from tried(evidence, change)


def tried(evidence: Evidence, change: Change) -> Iterator[Explanation]:
    """Yield the explanation by a changed declaration, if its results have the backend's bits."""

    @cache
    def results() -> Sequence[Array]:
        return graph_results(change.graph, evidence.call, evidence.inputs, node_results)

    def predict(positions: Array) -> Array:
        return np.asarray(results()[evidence.output].reshape(-1)[evidence.chosen[positions]])

    text = f"node {change.node}: {change.text}"
    try:
        results()
    except SamebitsError:  # the changed graph has an invalid call
        return
    details = {"node": change.node}
    yield from by_prediction(evidence, change.name, text, predict, details, results)


def _changes(graph: Graph) -> Iterator[Change]:
    products = {item.name: item for item in graph.op_nodes() if item.op == "mul"}
    for item in graph.items():
        if isinstance(item, Branch):
            yield other_arm(graph, item, "computed as other attributes say (G1.4)")
        elif isinstance(item, Number):
            text = "the number of the host is rounded to the tensor's format first (R4.5)"
            changed = with_items(graph, item, _narrow(item, graph.operands[0]))
            yield Change(changed, item.name, "narrow-scalar", text)
        elif isinstance(item, Node):
            yield from _of_node(graph, item, products)


def other_arm(graph: Graph, item: Branch, text: str) -> Change:
    """Return a change that swaps the arms of a branch, so that a call takes the wrong arm."""
    joins = tuple(Join(j.name, j.otherwise, j.then) for j in item.joins)
    other = replace(item, items=item.others, others=item.items, joins=joins)
    changed = with_items(graph, item, (other,))
    return Change(changed, ", ".join(j.name for j in joins), "branch", text)


def _of_node(graph: Graph, item: Node, products: Mapping[str, Node]) -> Iterator[Change]:
    if item.op[0] in "gl" and item.op[1:] in _EQUALITY:
        other = item.op[0] + _EQUALITY[item.op[1]]
        text = f"compared by {other} instead of {item.op} (S3.2)"
        changed = with_items(graph, item, (replace(item, op=other),))
        yield Change(changed, item.name, "equality", text)
    if item.op == "where":
        swapped = replace(item, inputs=(item.inputs[0], *item.inputs[:0:-1]))
        text = "chosen the other way round (G1.8)"
        yield Change(with_items(graph, item, (swapped,)), item.name, "choice-reversed", text)
        for chosen in item.inputs[1:]:
            text = f"{chosen} whatever the condition is (G1.8)"
            kept = node(item.name, "cast", chosen)
            yield Change(with_items(graph, item, (kept,)), item.name, "no-choice", text)
    if item.op == "add":
        for product, other in (item.inputs, item.inputs[::-1]):
            if product in products:
                text = f"{product} is not rounded: one fma (R3.1)"
                fused = node(item.name, "fma", *products[product].inputs, other)
                yield Change(with_items(graph, item, (fused,)), item.name, "fused", text)


def _narrow(item: Number, operand: str) -> tuple[Item, ...]:
    """Return items that round a host scalar to the format of an operand and widen it again."""
    wide, short = f"{item.name}_64", f"{item.name}_short"
    return (
        replace(item, name=wide),
        node(short, "cast", wide, to=f"like {operand}"),
        node(item.name, "cast", short),
    )


def with_items(graph: Graph, old: Item, new: tuple[Item, ...]) -> Graph:
    """Return a graph with one item replaced, even inside branches and loops."""
    return replace(graph, nodes=_put(graph.nodes, old, new))


def _put(items: tuple[Item, ...], old: Item, new: tuple[Item, ...]) -> tuple[Item, ...]:
    found: list[Item] = []
    for item in items:
        if item is old:
            found += new
        elif isinstance(item, Branch):
            arms = (_put(item.items, old, new), _put(item.others, old, new))
            found.append(replace(item, items=arms[0], others=arms[1]))
        elif isinstance(item, Loop):
            found.append(replace(item, body=_put(item.body, old, new)))
        else:
            found.append(item)
    return tuple(found)
