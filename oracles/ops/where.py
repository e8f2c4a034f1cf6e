"""where: the bits of a or of b; any non-zero byte of the condition counts as true (clause S2)."""

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Move
from samebits.oracles.numpy_route import elementwise_route as route


def _select(condition: int, a: int, b: int, *, sign_mask: int) -> int:
    return a if condition else b


ORACLE = Move(_select)

ROUTE = route.chosen_by

DEFINITION = Formula(lambda condition, a, b: a if condition else b)
