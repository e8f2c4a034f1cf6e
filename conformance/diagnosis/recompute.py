"""Recomputation of the right bits for cases that have only digests."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.protocol import Array
from samebits.common.errors import SamebitsError
from samebits.common.release import install_command
from samebits.conformance import budget
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import graph_results
from samebits.spec.language.call import Call

MOST_EXACT = 1 << 16
"""The largest number of elements for which exact oracles recompute an elementary function."""


class RecomputeError(SamebitsError):
    """The right bits cannot be recomputed here; the message says why."""


def recompute(call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Return the right bits of every output, as unsigned arrays, computed by the oracles.

    Arithmetic, casts, moves and trees need only NumPy; elementary functions need the packages of
    the extra `oracles`. Raises RecomputeError if the bits cannot be recomputed.
    """
    graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
    if graph is not None:
        return [bits_of(x) for x in graph_results(graph, call, inputs, node_results)]
    return [bits_of(x) for x in node_results(call, inputs)]


def node_results(call: Call, inputs: Sequence[Array]) -> list[Array]:
    """Return the right results of a call as arrays.

    Raises RecomputeError if they cannot be recomputed, and GivenUpError if the time limit is
    exceeded.
    """
    budget.check()
    from samebits.oracles import numpy_route

    if numpy_route.supports(call):
        return numpy_route.evaluate(call, inputs)
    if inputs[0].size > MOST_EXACT:
        raise RecomputeError(
            f"{inputs[0].size} values of {call.op} are too many to recompute exactly"
        )
    try:
        from samebits.oracles import evaluate

        return evaluate(call, inputs)
    except ImportError as error:
        raise RecomputeError(
            f"{call.op} needs the exact oracles ({error}): {install_command('oracles')}"
        ) from error
