"""index_select: the bits of the slices that the index selects (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.oracles.copies import Array, Copies, Place, replaced
from samebits.oracles.definitions import OnArrays
from samebits.oracles.numpy_route import copying_route as route
from samebits.spec.families.indexing import check_indices, the_axis
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def _prepare(call: Call, inputs: Sequence[Array]) -> tuple[Array]:
    x, index = inputs
    return (check_indices(call.op, index, x.shape[the_axis(call.op, call.attributes, x.ndim)]),)


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place:
    axis = the_axis(call.op, call.attributes, len(shape))
    return replaced(place, axis, int(others[0][place[axis]]))


ORACLE = Copies(_origin, _prepare)

ROUTE = route.index_select

DEFINITION = OnArrays(lambda call, x: np.take(x[0], x[1], axis=route.along(call)))
