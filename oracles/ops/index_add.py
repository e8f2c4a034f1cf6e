"""index_add: each slice is added at the position that its index names (clause T7)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.oracles import on_arrays
from samebits.oracles.copies import Place, replaced
from samebits.oracles.definitions import OnArrays
from samebits.oracles.numpy_route import scatters_route as route
from samebits.oracles.scatters import Array, Scatter
from samebits.spec.families.indexing import check_indices, the_axis
from samebits.spec.language.call import Call


def _read(call: Call, inputs: Sequence[Array]) -> Array:
    return check_indices(
        call.op, inputs[1], inputs[0].shape[the_axis(call.op, call.attributes, inputs[0].ndim)]
    )


def _goal(call: Call, place: Place, index: Array) -> Place:
    axis = the_axis(call.op, call.attributes, len(place))
    return replaced(place, axis, int(index[place[axis]]))


ORACLE = Scatter(_goal, _read)

ROUTE = route.index_add

DEFINITION = OnArrays(
    lambda call, x: x[0] + on_arrays.added(x[0].shape, on_arrays.selected(call, x[1], x[2]), x[2])
)
