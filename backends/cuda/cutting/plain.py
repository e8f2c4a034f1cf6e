"""Which graphs are nodes and reshapes alone, so that they run on the device without a kernel."""

from __future__ import annotations

from functools import cache

from samebits.backends.cuda.units import operations
from samebits.spec.catalog import get_op
from samebits.spec.graph import Graph, Node
from samebits.spec.moves import Reshape


@cache
def is_of_nodes(op: str) -> bool:
    """Whether the graph of an op is nodes that have kernels, and reshapes.

    What a result is comes of a node that is no move, so that its NaNs are canonical (S1.1).
    """
    graph = get_op(op).graph
    if not isinstance(graph, Graph):
        return False
    makers = {name: item for item in graph.nodes if isinstance(item, Node) for name in item.names}
    moved = {item.name: item.input for item in graph.nodes if isinstance(item, Reshape)}
    for name in graph.results:
        while name in moved:
            name = moved[name]
        last = makers.get(name)
        if last is None or get_op(last.op).op_class == "move":
            return False
    known = all(isinstance(item, Node | Reshape) for item in graph.nodes)
    return known and all(_has_kernels(item.op) for item in makers.values())


def _has_kernels(op: str) -> bool:
    """Whether kernels serve every signature of an op; those of a graph may leave out binary64."""
    return op in operations() and get_op(op).graph is None
