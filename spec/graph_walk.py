"""The calls of a graph's nodes, and the one way to evaluate a graph (clauses G1, R4).

`run_graph` walks the nodes and asks the given function to run each; the oracle passes its own
evaluation, the executor passes a backend session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import compute_format
from samebits.spec.graph import Graph, Node, Ref
from samebits.spec.rearrange import Rearrange
from samebits.spec.shapes import elementwise

Array = np.ndarray[Any, Any]
RunNode = Callable[[Call, Sequence[Array]], Array]


def node_calls(graph: Graph, call: Call) -> list[tuple[Node, Call]]:
    """The concrete call of every node, for a call of the graph op."""
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
