"""gather_gradient: each gradient is added to the element that gather read (clause T7)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.oracles import on_arrays
from samebits.oracles.copies import Place, replaced
from samebits.oracles.definitions import OnArrays
from samebits.oracles.numpy_route import scatters_route as route
from samebits.oracles.scatters import Array, Scatter
from samebits.spec.families.indexing import check_indices, full_shape, the_axis
from samebits.spec.language.call import Call


def _read(call: Call, inputs: Sequence[Array]) -> Array:
    shape = full_shape(call.attributes)
    return check_indices(call.op, inputs[1], shape[the_axis(call.op, call.attributes, len(shape))])


def _goal(call: Call, place: Place, index: Array) -> Place:
    axis = the_axis(call.op, call.attributes, len(place))
    return replaced(place, axis, int(index[place]))


ORACLE = Scatter(_goal, _read)

ROUTE = route.gather_gradient

DEFINITION = OnArrays(
    lambda call, x: on_arrays.added(
        full_shape(call.attributes), on_arrays.gather_places(call, x[1]), x[0]
    )
)
