"""embedding: the bits of the rows that the index selects (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.oracles.copies import Array, Copies, Place
from samebits.oracles.definitions import OnArrays
from samebits.oracles.numpy_route import copying_route as route
from samebits.spec.families.indexing import check_indices
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def _prepare(call: Call, inputs: Sequence[Array]) -> tuple[Array]:
    x, index = inputs
    return (check_indices(call.op, index, x.shape[0]),)


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place:
    return int(others[0][place[:-1]]), place[-1]


ORACLE = Copies(_origin, _prepare)

ROUTE = route.embedding

DEFINITION = OnArrays(lambda call, x: x[0][x[1]])
