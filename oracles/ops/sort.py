"""sort: the bits, sorted stably by their exact values (clauses S2, S3)."""

from __future__ import annotations

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import ordering_route as route
from samebits.oracles.orders import Ordering
from samebits.spec.language.call import Call


def _sorted(call: Call, row: list[int], order: list[int]) -> list[list[int]]:
    return [[row[i] for i in order]]


ORACLE = Ordering(lambda call: bool(call.attributes["descending"]), _sorted)

ROUTE = route.sorted_along

DEFINITION = on_arrays.along(on_arrays.sort)
