"""tril also clears the diagonal."""

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    below = get_op("tril").call(call.inputs, diagonal=call.attributes["diagonal"] - 1)
    output[...] = right_graph(session, below, inputs)


backend = Saboteur(
    "diagonal_left_out",
    ("tril",),
    "tril/f32/main/matrix",
    spoil,
    "attribute:diagonal",
    rules=("S2.tril",),
)
