"""The generic executor: runs a graph op node by node on any session that supports its nodes (G1).

A session that has a fused kernel for the graph op is asked for that first; the bits are the same.
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
    """Whether `session` can run the call, itself or, for a graph op, through all of its nodes.

    A node that is a graph is supported through its own nodes in the same way.
    """
    own = session.supports(call)
    graph = get_op(call.op).graph_of(call)
    return own if own or graph is None else supports_nodes(session, graph, call)


def supports_nodes(session: Session, graph: Graph, call: Call) -> Support:
    """Whether `session` can run every node of the graph of a call."""
    for node, inner in node_calls(graph, call):
        support = supports(session, inner)
        if isinstance(support, Unsupported):
            return Unsupported(f"node {node.name} ({inner}): {support.reason}")
    return Supported()


def execute(session: Session, call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Run a call into fresh, poisoned outputs and return them.

    `get_op(NAME).call(formats)` makes a call. Raises SpecError for one that its declaration does
    not define, as where an attribute is missing, and for operands of another number or shape.
    """
    get_op(call.op).check(call)
    return _executed(session, call, inputs)


def _executed(session: Session, call: Call, inputs: Sequence[Array]) -> list[Array]:
    """As `execute`, of a call that is known to be one, as those of nodes are."""
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
    outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
    execute_into(session, call, inputs, outputs)
    return outputs


def execute_into(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    """Run a call into the given outputs: by its own kernel, else through the nodes of its graph.

    The nodes are run here, or where the session lives if it takes whole graphs there: a message for
    each node would take longer than the node.
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
    """The results of a graph whose nodes the session runs one by one.

    A node that is a graph itself is run by its kernel, else by its nodes (G1.6).
    """
    return graph_results(graph, call, inputs, lambda c, x: _executed(session, c, x))


def _require_place(what: str, result: Array, output: Array) -> None:
    """Raise BackendError unless the output has the shape and format of the result (G1.10)."""
    if (result.shape, result.dtype) != (output.shape, output.dtype):
        made, given = (f"{x.dtype}{list(x.shape)}" for x in (result, output))
        raise BackendError(f"{what} is {made}, the output given is {given}; give one of that form")


@cache
def poison_of(name: str) -> int:
    """The bit pattern that fills fresh outputs: a non-canonical NaN, or A5... for integers.

    No op may return a NaN that is not canonical (S1) unless an operand holds it (S2), so for floats
    a pattern that is still there was not written.
    """
    form = get_format(name)
    byte = 0xFF if form.is_float else 0xA5
    return int.from_bytes(bytes([byte]) * (form.bits // 8), "little")


def poisoned(shape: tuple[int, ...], name: str) -> Array:
    """A new C-contiguous array of format `name` filled with `poison_of(name)`."""
    bits = np.empty(shape, get_format(name).bits_dtype)
    bits.fill(poison_of(name))
    return from_bits(bits, name)


def is_poison(array: Array) -> Array:
    """Where an array still holds poison."""
    patterns = bits_of(array)
    return np.asarray(patterns == patterns.dtype.type(poison_of(format_of(array).name)))
