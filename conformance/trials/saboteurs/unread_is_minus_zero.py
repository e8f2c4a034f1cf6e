"""The gradient of an average pool is -0 for elements that no window reads."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    return operands[1] if call.op == "where" else None


backend = Saboteur(
    "unread_is_minus_zero",
    ("avg_pool2d_gradient",),
    "avg_pool2d_gradient/f32/window/gaps",
    by_nodes(wrong),
    "signed-zero",
    rules=("G10.7", "T7.3"),
)
