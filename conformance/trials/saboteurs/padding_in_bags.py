"""embedding_bag treats the row of padding_index like any other row."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, padding_index=-1)


backend = Saboteur(
    "padding_in_bags",
    ("embedding_bag",),
    "embedding_bag/f32_i64_to_f32/bags/few/mean-row-1",
    spoil,
    "attribute:padding_index",
    rules=("T8.10",),
)
