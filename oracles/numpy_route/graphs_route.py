"""Evaluate graphs node by node, as their declarations say (clause G1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles import numpy_route
from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route import exponentials_route as exponentials
from samebits.spec.catalog import get_op
from samebits.spec.graph_walk import graph_results
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def evaluate_node(call: Call, inputs: Sequence[Array]) -> Sequence[Array]:
    """Return the results of a node."""
    if call.op in exponentials.NODES and "f64" not in call.outputs:
        return (exponentials.NODES[call.op](inputs[0], call.outputs[0]),)
    return numpy_route.evaluate(call, inputs)


def evaluate_graph(call: Call, inputs: Sequence[Array]) -> tuple[Array, ...]:
    """Return the results of a call of a graph op. This is the route of every graph op.

    Raises OracleError for a node without a route; the message names the node's op.
    """
    graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
    if graph is None:
        raise OracleError(f"{call.op} is not a graph op; use `numpy_route.evaluate`")
    return tuple(np.asarray(x) for x in graph_results(graph, call, inputs, evaluate_node))
