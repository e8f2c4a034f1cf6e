"""Graphs (clauses G1, R4): an op as a fixed list of other ops, every node rounded.

A graph is data; graph_walk.py is its one meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from samebits.spec.call import AttributeValue
from samebits.spec.rearrange import Rearrange


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
