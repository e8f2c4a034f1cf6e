"""The gradient of cumsum is left in reverse order, with the last position first."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    moved = [inner for inner, _ in before if inner.op == "gather"]
    return operands[0].copy() if call.op == "gather" and len(moved) == 2 else None


backend = Saboteur(
    "not_turned_back",
    ("cumsum_gradient",),
    "cumsum_gradient/f32/length/17",
    by_nodes(wrong),
    "left-out",
    rules=("G12.cumsum",),
)
