"""The choice of graphs whose nodes run one by one, by their own kernels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from samebits.backends.cuda.compiling.units import operations
from samebits.spec.catalog import get_op
from samebits.spec.families.indexing import ADDED_FORMATS
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Signature
from samebits.spec.language.graph import Branch, Graph, Item, Node, Number
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose

_KNOWN = (Node, Number, Reshape, Broadcast, Slice, Transpose, Stack, Concatenate)


@cache
def node_graph(op: str, _signature: Signature) -> Graph | str:
    """Return the graph of an op if kernels compute all nodes in all formats, or the reason if not.

    A kernel copies the results and makes NaNs canonical (S1.1), so it must support their formats.
    Graphs of moves are refused, because moves do not change NaNs.
    """
    declared = get_op(op)
    if not isinstance(declared.graph, Graph):
        return "is no graph of fixed nodes"
    if not _computes(op):
        return "moves elements alone"
    if not _runs(op):
        return "has a step that no kernel computes"
    results = {name for _, outputs in declared.signatures for name in outputs}
    if any(name not in ADDED_FORMATS and FORMATS[name].is_float for name in results):
        return "has a result of a format that no kernel copies"
    return declared.graph


@cache
def _runs(op: str) -> bool:
    """Return whether all calls of an op can run by its own kernel or by kernels of its nodes."""
    graph = get_op(op).graph
    if graph is None:
        return op in operations()
    if not isinstance(graph, Graph):
        return False
    items = list(_items(graph.nodes))
    known = all(isinstance(item, _KNOWN) for item in items)
    return known and all(_runs(item.op) for item in items if isinstance(item, Node))


@cache
def _computes(op: str) -> bool:
    """Return whether an op is neither a move nor a graph of moves."""
    declared = get_op(op)
    if not isinstance(declared.graph, Graph):
        return declared.op_class != "move" and op != "cast"
    return any(_computes(i.op) for i in _items(declared.graph.nodes) if isinstance(i, Node))


def _items(items: Iterable[Item]) -> Iterable[Item]:
    """Yield all items. A branch is replaced by the items of both arms."""
    for item in items:
        if isinstance(item, Branch):
            yield from _items((*item.items, *item.others))
        else:
            yield item
