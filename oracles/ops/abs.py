"""abs: the sign bit is cleared; NaN payloads are unchanged (clause S2)."""

import operator

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Move
from samebits.oracles.numpy_route import elementwise_route as route


def _clear(x: int, *, sign_mask: int) -> int:
    return x & ~sign_mask


ORACLE = Move(_clear)

ROUTE = route.absolute

DEFINITION = Formula(operator.abs)
