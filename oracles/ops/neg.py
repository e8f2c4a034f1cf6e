"""neg: the sign bit is flipped; NaN payloads are unchanged (clause S2)."""

import operator

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Move
from samebits.oracles.numpy_route import elementwise_route as route


def _flip(x: int, *, sign_mask: int) -> int:
    return x ^ sign_mask


ORACLE = Move(_flip)

ROUTE = route.neg

DEFINITION = Formula(operator.neg)
