"""The generic executor: it runs a graph op node by node on any session (G1).

If the session has a kernel for the whole graph op, the executor uses that kernel. The bits are the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from samebits.backends.protocol import (
    Array,
    BackendError,
    GraphSession,
    Session,
    Support,
    Supported,
    Unsupported,
)
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, format_of, from_bits, get_format
from samebits.spec.graph_walk import graph_results, node_calls
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Graph


def supports(session: Session, call: Call) -> Support:
    """Return whether `session` can run the call, directly or through all nodes of its graph.

    A node that is itself a graph op may run through its own nodes.
    """
    own = session.supports(call)
    graph = get_op(call.op).graph_of(call)
    return own if own or graph is None else supports_nodes(session, graph, call)


def supports_nodes(session: Session, graph: Graph, call: Call) -> Support:
    """Return whether `session` can run every node of the graph. A refusal names the node."""
    for node, inner in node_calls(graph, call):
        support = supports(session, inner)
        if isinstance(support, Unsupported):
            return Unsupported(f"node {node.name} ({inner}): {support.reason}")
    return Supported()


def execute(session: Session, call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Run a call into new, poisoned outputs and return them.

    `get_op(NAME).call(formats)` makes a call. Raises SpecError if the declaration of the op does
    not allow the call, for example because an attribute is missing, and for a wrong number or shape
    of operands.
    """
    get_op(call.op).check(call)
    return _executed(session, call, inputs)


def _executed(session: Session, call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Run a call like `execute`, without checking it. Calls of nodes are known to be valid."""
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
    outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
    execute_into(session, call, inputs, outputs)
    return outputs


def execute_into(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    """Run a call into the given outputs: by its own kernel, or through the nodes of its graph.

    A GraphSession runs the nodes in its own process, because a message for each node would take
    longer than the node. For other sessions the nodes run here.
    """
    op = get_op(call.op)
    if op.graph is None or session.supports(call):
        session.run(call, inputs, outputs)
        return
    if isinstance(session, GraphSession):
        session.run_graph(call, inputs, outputs)
        return
    graph = op.graph_of(call, [x.shape for x in inputs])
    assert graph is not None
    results = run_nodes(session, graph, call, inputs)
    for name, result, output in zip(op.results, results, outputs, strict=False):
        _require_place(f"{call.op}: {name}", result, output)
    for result, output in zip(results, outputs, strict=True):
        output[...] = result


def run_nodes(session: Session, graph: Graph, call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Run the nodes of a graph one by one in the session, and return the results of the graph.

    A node that is itself a graph op is run by its kernel, or else by its own nodes (G1.6).
    """
    return graph_results(graph, call, inputs, lambda c, x: _executed(session, c, x))


def _require_place(what: str, result: Array, output: Array) -> None:
    """Raise BackendError unless the output has the shape and format of the result (G1.10)."""
    if (result.shape, result.dtype) != (output.shape, output.dtype):
        made, given = (f"{x.dtype}{list(x.shape)}" for x in (result, output))
        raise BackendError(
            f"{what} is {made}, but the output array is {given}; pass an output of that form"
        )


@cache
def poison_of(name: str) -> int:
    """Return the bit pattern that fills new outputs: a non-canonical NaN, or A5... for integers.

    No op may return a non-canonical NaN (S1) unless an operand holds it (S2). So a float element
    that still holds the pattern was not written.
    """
    form = get_format(name)
    byte = 0xFF if form.is_float else 0xA5
    return int.from_bytes(bytes([byte]) * (form.bits // 8), "little")


def poisoned(shape: tuple[int, ...], name: str) -> Array:
    """Return a new C-contiguous array of format `name` filled with `poison_of(name)`."""
    bits = np.empty(shape, get_format(name).bits_dtype)
    bits.fill(poison_of(name))
    return from_bits(bits, name)


def is_poison(array: Array) -> Array:
    """Return a boolean array that marks the elements that still hold poison."""
    patterns = bits_of(array)
    return np.asarray(patterns == patterns.dtype.type(poison_of(format_of(array).name)))
