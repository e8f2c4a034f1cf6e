"""embedding_gradient: each gradient is added to the row that was read (clause T7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samebits.oracles import on_arrays
from samebits.oracles.copies import Place
from samebits.oracles.definitions import OnArrays
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import scatters_route as route
from samebits.oracles.scatters import Array, Scatter
from samebits.spec.families.indexing import check_indices, natural
from samebits.spec.language.call import Call


def _read(call: Call, inputs: Sequence[Array]) -> Array:
    return check_indices(call.op, inputs[1], natural(call.attributes["rows"]))


def _goal(call: Call, place: Place, index: Array) -> Place | None:
    row = int(index[place[:-1]])
    return None if row == call.attributes["padding_index"] else (row, place[-1])


ORACLE = Scatter(_goal, _read)

ROUTE = route.embedding_gradient


def _in_reals(call: Call, inputs: Sequence[Any]) -> Any:
    gradient, index = inputs
    rows, hidden = call.attributes["rows"], call.attributes["padding_index"]
    assert isinstance(rows, int)
    found = on_arrays.added((rows, gradient.shape[-1]), [index], gradient)
    if isinstance(hidden, int):
        found[hidden] = mpmath.mpf(0)
    return found


DEFINITION = OnArrays(_in_reals)
