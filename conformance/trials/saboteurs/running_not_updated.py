"""A batch norm returns the running statistics unchanged."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    return operands[1].copy() if call.op == "where" else None


backend = Saboteur(
    "running_not_updated",
    ("batch_norm",),
    "batch_norm/f32_i64_to_f32_i64/samples/130",
    by_nodes(wrong),
    "attribute:momentum",
    rules=("G6.10",),
)
