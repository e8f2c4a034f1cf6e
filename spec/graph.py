"""Graphs (clauses G1, R4): an op as a fixed list of other ops, every node rounded.

A graph is data. `run_graph` is its one meaning: it walks the nodes and asks the given function to
run each; the oracle passes its own evaluation, the executor passes a backend session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.call import AttributeValue, Call
from samebits.spec.formats import compute_format
from samebits.spec.rearrange import Rearrange
from samebits.spec.shapes import elementwise

Array = np.ndarray[Any, Any]
RunNode = Callable[[Call, Sequence[Array]], Array]


@dataclass(frozen=True, slots=True)
class Ref:
    """The value of an attribute of the graph op, passed on to a node."""

    name: str


@dataclass(frozen=True, slots=True)
class Node:
    """One node: `name` = `op`(`inputs`), in the compute format unless `to` says otherwise.

    Operands of an elementwise node are broadcast against each other (a move; no bit changes).
    `to` is "compute", or "output" for the one cast that ends the graph (clause R4).
    """

    name: str
    op: str
    inputs: tuple[str, ...]
    attributes: Mapping[str, AttributeValue | Ref]
    to: str = "compute"


@dataclass(frozen=True, slots=True)
class Graph:
    """Operands by name, nodes in order with the moves between them, and the results' names."""

    operands: tuple[str, ...]
    nodes: tuple[Node | Rearrange, ...]
    results: tuple[str, ...]

    def op_nodes(self) -> tuple[Node, ...]:
        """The nodes without the moves, which are not calls."""
        return tuple(item for item in self.nodes if isinstance(item, Node))

    def ops(self) -> tuple[str, ...]:
        """The ops used, each once, in order of first use."""
        return tuple(dict.fromkeys(item.op for item in self.op_nodes()))


def node(name: str, op: str, *inputs: str, to: str = "compute", **attributes: Any) -> Node:
    """Shorthand for a node."""
    return Node(name, op, inputs, attributes, to)


def node_calls(graph: Graph, call: Call) -> list[tuple[Node, Call]]:
    """The concrete call of every node, for a call of the graph op."""
    from samebits.spec.catalog import get_op  # the catalog loads graphs; imported when first run

    compute = compute_format(call.inputs)
    formats = dict(zip(graph.operands, call.inputs, strict=False))
    calls = []
    for item in graph.nodes:
        if isinstance(item, Rearrange):
            formats[item.name] = formats[item.input]
            continue
        attributes = {
            k: call.attributes[v.name] if isinstance(v, Ref) else v
            for k, v in item.attributes.items()
        }
        operand_formats = [formats[name] for name in item.inputs]
        result = call.outputs[0] if item.to == "output" else compute
        calls.append((item, get_op(item.op).call(operand_formats, [result], **attributes)))
        formats[item.name] = result
    return calls


def run_graph(graph: Graph, call: Call, inputs: Sequence[Array], run: RunNode) -> dict[str, Array]:
    """Evaluate a graph; returns the value of every operand and node by name.

    `run` gets each node's call with its (already broadcast) operands and returns the result.
    """
    from samebits.spec.catalog import get_op

    values: dict[str, Array] = dict(zip(graph.operands, inputs, strict=True))
    calls = iter(node_calls(graph, call))
    sizes: dict[str, int] = {}
    for step in graph.nodes:
        if isinstance(step, Rearrange):
            values[step.name] = step.apply(values[step.input], sizes)
            continue
        item, inner = next(calls)
        operands = [values[name] for name in item.inputs]
        if get_op(item.op).shape_rule is elementwise and len(operands) > 1:
            operands = list(np.broadcast_arrays(*operands))
        values[item.name] = run(inner, operands)
    return values
