"""The calls of a graph's nodes, and the only function that evaluates a graph (clauses G1, R4).

`graph_results` goes through the steps and calls a given function to compute each op. An oracle
passes its own evaluation, and the executor passes a function that calls a backend session.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, canonicalize_nan, format_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Shape
from samebits.spec.language.graph import Graph, Node, Number
from samebits.spec.language.graph_steps import Array, RunNode as RunNode, Steps, unfold, walk


def steps_of(graph: Graph, call: Call, shapes: Sequence[Shape] | None = None) -> Steps:
    """Return the steps of a call of a graph op.

    Without `shapes`, the result is for the example of the op's shape rule. The steps of a declared
    graph are cached, because unfolding takes longer than running the steps on small operands.
    """
    if get_op(call.op).graph is graph:
        return _kept(_Declared(graph), call, None if shapes is None else tuple(map(tuple, shapes)))
    return unfold(graph, call, get_op(call.op).scope(call, shapes), get_op)


class _Declared:
    """A graph as a cache key, which is compared by identity.

    Hashing the content of a graph would take as long as unfolding it.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def __hash__(self) -> int:
        return id(self.graph)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Declared) and self.graph is other.graph


@lru_cache(maxsize=1024)
def _kept(declared: _Declared, call: Call, shapes: tuple[Shape, ...] | None) -> Steps:
    return unfold(declared.graph, call, get_op(call.op).scope(call, shapes), get_op)


def node_calls(
    graph: Graph, call: Call, shapes: Sequence[Shape] | None = None
) -> list[tuple[Node, Call]]:
    """Return each node with its concrete call, for a call of the graph op.

    Without `shapes`, loops have as many steps as in the example of the shape rule. The number of
    steps does not change the set of calls that a backend must support.
    """
    return [
        (step.item, step.call)
        for step in steps_of(graph, call, shapes).steps
        if step.call is not None and isinstance(step.item, Node)
    ]


def run_graph(graph: Graph, call: Call, inputs: Sequence[Array], run: RunNode) -> dict[str, Array]:
    """Evaluate a graph and return the value of every operand and node by name.

    `run` gets the call of each node and its operands, which are already broadcast. The result has
    the values inside the graph; `graph_results` returns the results of the op. Raises SpecError if
    a node fails; the message names the node.
    """
    found = steps_of(graph, call, [x.shape for x in inputs])
    values = walk(call.op, found.steps, dict(zip(graph.operands, inputs, strict=False)), run)
    values.update({name: values[place] for name, place in found.names.items()})
    return values


def graph_results(graph: Graph, call: Call, inputs: Sequence[Array], run: RunNode) -> list[Array]:
    """Return the results of a call, after a check of their shapes and formats.

    NaNs are made canonical at the end, for any last node (S1.1), unless all nodes only move bits
    (S1.2). Raises SpecError if a result is wrong; the message names the mistake.
    """
    shapes = [x.shape for x in inputs]
    found = steps_of(graph, call, shapes)
    places = [found.names[name] for name in graph.results if name in found.names]
    operands = dict(zip(graph.operands, inputs, strict=False))
    values = walk(call.op, found.steps, operands, run, places)
    results = [values[place] for place in places]
    made = [(format_of(x).name, x.shape) for x in results]
    wanted = list(zip(call.outputs, get_op(call.op).output_shapes(call, shapes), strict=True))
    if made != wanted:
        raise SpecError(f"{call.op}: its graph returns {made}, but the call has {wanted} (G1.10)")
    return results if _only_moves(found) else [_canonical(x) for x in results]


def _only_moves(found: Steps) -> bool:
    """Return whether every node of a call only moves or edits bits.

    If so, NaN payloads are unchanged in the results (S1.2).
    """
    for step in found.steps:
        if isinstance(step.item, Number) or step.call is None:
            continue
        op = get_op(step.call.op)
        copies = op.name == "cast" and step.call.inputs == step.call.outputs
        inner = op.graph_of(step.call)
        if inner is not None:
            copies = _only_moves(steps_of(inner, step.call))
        if not (copies or op.op_class == "move"):
            return False
    return True


def _canonical(x: Array) -> Array:
    name = format_of(x).name
    if not get_format(name).is_float:
        return x
    return from_bits(canonicalize_nan(bits_of(x), name), name)
