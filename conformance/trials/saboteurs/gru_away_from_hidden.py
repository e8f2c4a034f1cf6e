"""A GRU cell computes (n - hidden) * z + n, so the difference has the wrong sign."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    return operands[1] + operands[0] if call.op == "sub" else None


backend = Saboteur(
    "gru_away_from_hidden",
    ("gru_cell",),
    "gru_cell/f32/plain",
    by_nodes(wrong),
    "other-sign",
    rules=("G11.3",),
)
