"""The gradient of amax goes in full to each of several equal maxima."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    return operands[0].copy() if call.op == "div" else None


backend = Saboteur(
    "ties_all_receive",
    ("amax_gradient",),
    "amax_gradient/f32/ties/0",
    by_nodes(wrong),
    "left-out",
    rules=("G12.amax",),
)
