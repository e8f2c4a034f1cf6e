"""The NumPy route: an independent second implementation of the spec, vectorised in NumPy.

It shares no code with the exact oracles. Values are in binary32 and binary64, and trees are added
level by level. fma is built from error-free transformations and round to odd. A function is first
computed in binary64, and by decimals where that does not decide the rounding. For functions of
binary64, integers decide.

The route covers every op except functions of one operand in formats below binary64, because
certificates contain all their inputs. It needs only the packages that the judge needs.

The route of an op is `ROUTE` in `oracles/ops/NAME.py`. The files of functions of the profile math,
and of logsumexp, import packages of the oracles. So their routes are in `ROUTES` of a module in
this folder. In binary64, all these functions use binary64_route.py. Graphs use `evaluate_graph` in
graphs_route.py.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.common.modules import modules_of
from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route import (
    binary64_route as binary64,
    exponentials_route as exponentials,
)
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.graph_walk import node_calls
from samebits.spec.language.call import Call
from samebits.spec.math_table import FUNCTIONS

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array | tuple[Array, ...]]
"""A function that returns the result of a call, or a tuple if the call has several results."""


@cache
def all_routes() -> Mapping[str, Route]:
    """Return every route by the name of its op.

    Raises OracleError if two modules define a route of the same op, or if the file of an op has no
    route.
    """
    found: dict[str, Route] = {}
    for file, load in modules_of(sys.modules[__name__]):
        for op, route in getattr(load(), "ROUTES", {}).items():
            if op in found:
                raise OracleError(f"numpy_route/{file}.py: {op} has a route already")
            found[op] = route
    evaluate_graph: Route = importlib.import_module(f"{__name__}.graphs_route").evaluate_graph
    for name, op in all_ops().items():
        if op.graph is not None:
            found[name] = evaluate_graph
        elif name not in found and op.profile != "math":
            found[name] = _route_in_file(name)
    return MappingProxyType(found)


def _route_in_file(name: str) -> Route:
    file = f"oracles/ops/{name}.py"
    try:
        module = importlib.import_module(f"samebits.oracles.ops.{name}")
    except ModuleNotFoundError as missing:
        if missing.name == f"samebits.oracles.ops.{name}":
            raise OracleError(f"{file} is missing: see CONTRIBUTING.md, Add an op") from missing
        raise
    route: Route | None = getattr(module, "ROUTE", None)
    if route is None:
        raise OracleError(f"{file}: ROUTE is missing: add the op in NumPy only")
    return route


def has_route(op_name: str, label: str) -> bool:
    """Return whether there is a route of an op in the formats of a label such as `f32`."""
    in_binary64 = label == "f64" and op_name in FUNCTIONS
    return in_binary64 or op_name in all_routes()


def _route_of(call: Call) -> Route | None:
    """Return the route of a call, or None."""
    if "f64" in call.inputs and call.op in FUNCTIONS:
        return binary64.function
    return all_routes().get(call.op)


def supports(call: Call) -> bool:
    """Return whether this route evaluates the op of the call; for a graph, all of its nodes.

    Raises SpecError for a graph that the spec does not define, such as an invalid equation.
    """
    if _route_of(call) is None:
        return False
    graph = get_op(call.op).graph_of(call)
    inner = [] if graph is None else [node for _, node in node_calls(graph, call)]
    return all(node.op in exponentials.NODES or supports(node) for node in inner)


def evaluate(call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Return the results of a call. NaN results are canonical, except in moves (S1, S2).

    Raises SpecError for a call that the spec does not define, and OracleError for an op without a
    route.
    """
    op = get_op(call.op)
    op.check(call)
    shapes = op.output_shapes(call, [x.shape for x in inputs])
    route = _route_of(call)
    if route is None:
        known = ", ".join(all_routes())
        raise OracleError(f"the NumPy route has no {call.op}; it covers {known}")
    with np.errstate(all="ignore"):
        found = route(call, inputs)
    results = found if isinstance(found, tuple) else (found,)
    return [x.reshape(shape) for x, shape in zip(results, shapes, strict=True)]
