"""A rotary embedding has the minus sign on the wrong half of a pair, too."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    return operands[0] - operands[1] if call.op == "add" else None


backend = Saboteur(
    "rotary_other_half",
    ("rotary_embedding",),
    "rotary_embedding/f32/heads/halves",
    by_nodes(wrong),
    "other-sign",
    rules=("G11.9",),
)
