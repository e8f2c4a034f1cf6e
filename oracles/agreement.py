"""Evaluate a call by several oracles and return the result on which they agree.

Round ops with an exact rational value, moves, trees and contractions are evaluated in integers.
Elementary functions are evaluated by mpmath, Arb and MPFR. Graphs are evaluated node by node. If
`numpy_route` has a route for the op, it computes a second result; for a graph, it evaluates the
graph as a whole. docs/golden-values.md describes the opinions.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

import numpy as np

from samebits.oracles import numpy_route
from samebits.oracles.discovery import Array, all_oracles
from samebits.oracles.errors import OracleDisagreement, OracleError
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, format_of, get_format
from samebits.spec.graph_walk import graph_results, node_calls
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise


def supports(call: Call) -> bool:
    """Return whether the spec allows the call and `evaluate` supports it."""
    if call.op not in all_ops():
        return False
    op = get_op(call.op)
    try:
        op.check(call)
    except SpecError:
        return False
    graph = op.graph_of(call)
    if graph is not None:
        return all(supports(inner) for _, inner in node_calls(graph, call))
    return call.op in all_oracles()


def evaluate(call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Return the results of the call, after a check that all opinions agree on every bit.

    `inputs` are arrays of the call's formats, of any strides. Raises SpecError for a call or shapes
    that the spec does not define. Raises OracleError for an op without an oracle, and
    OracleDisagreement if two opinions differ.
    """
    op = get_op(call.op)
    op.check(call)
    op.output_shapes(call, [x.shape for x in inputs])
    given = tuple(format_of(x).name for x in inputs)
    if given != call.inputs:
        raise OracleError(f"{call} wants inputs of formats {call.inputs}, got {given}")
    graph = op.graph_of(call, [x.shape for x in inputs])
    if graph is not None:
        results = graph_results(graph, call, inputs, evaluate)
    elif call.op not in all_oracles():
        raise OracleError(f"no oracle for {call.op}: add oracles/ops/{call.op}.py")
    else:
        results = all_oracles()[call.op].evaluate(call, inputs)
    if numpy_route.supports(call):
        _compare(call, inputs, results, numpy_route.evaluate(call, inputs))
    return results


def provenance() -> dict[str, str]:
    """Return names and versions of the packages used by the oracles, for the vectors' manifest."""
    import flint
    import gmpy2
    import mpmath

    return {
        "mpmath": mpmath.__version__,
        "python-flint": version("python-flint"),
        "flint": flint.__FLINT_VERSION__,
        "gmpy2": gmpy2.version(),
        "mpfr": gmpy2.mpfr_version().removeprefix("MPFR "),
        "numpy": np.__version__,
    }


def _compare(
    call: Call, inputs: Sequence[Array], exact: Sequence[Array], second: Sequence[Array]
) -> None:
    """Raise OracleDisagreement at the first element on which the two routes differ."""
    for name, a, b in zip(call.outputs, exact, second, strict=True):
        differ = np.flatnonzero(bits_of(a).reshape(-1) != bits_of(b).reshape(-1))
        if a.shape == b.shape and not differ.size:
            continue
        form, at = get_format(name), int(differ[0]) if differ.size else 0
        said = ", ".join(
            f"{route} {form.hex(int(bits_of(x).reshape(-1)[at]))}"
            for route, x in (("exact", a), ("NumPy", b))
        )
        raise OracleDisagreement(
            f"{call}, result {at} of {a.size} ({differ.size} differ), inputs "
            f"{_describe(call, inputs, at)}: {said}; no value can be frozen"
        )


def _describe(call: Call, inputs: Sequence[Array], at: int) -> str:
    """Return the operands' bits for an elementwise op, and the operands' shapes for other ops."""
    if get_op(call.op).shape_rule is elementwise:
        shown = zip(call.inputs, inputs, strict=True)
        return "-".join(get_format(f).hex(int(bits_of(x).reshape(-1)[at])) for f, x in shown)
    return " and ".join(f"{f}{list(x.shape)}" for f, x in zip(call.inputs, inputs, strict=True))
