"""argsort: the indices that sort the exact values, stably (clause S3)."""

from __future__ import annotations

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import ordering_route as route
from samebits.oracles.orders import Ordering
from samebits.spec.language.call import Call


def _places(call: Call, row: list[int], order: list[int]) -> list[list[int]]:
    return [order]


ORACLE = Ordering(lambda call: bool(call.attributes["descending"]), _places)

ROUTE = route.argsort

DEFINITION = on_arrays.along(on_arrays.argsort)
