"""topk: the first k elements in sorted order, with their indices (clauses S2, S3)."""

from __future__ import annotations

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import ordering_route as route
from samebits.oracles.orders import Ordering
from samebits.spec.language.call import Call


def _first(call: Call, row: list[int], order: list[int]) -> list[list[int]]:
    chosen = order[: int(str(call.attributes["k"]))]
    return [[row[i] for i in chosen], chosen]


ORACLE = Ordering(lambda call: bool(call.attributes["largest"]), _first)

ROUTE = route.topk

DEFINITION = on_arrays.along(on_arrays.topk)
