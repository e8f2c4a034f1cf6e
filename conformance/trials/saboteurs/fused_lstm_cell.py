"""An LSTM cell adds f * cell to i * g by an fma."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes, fma32


def wrong(before):
    _, operands = before[-1]
    makers = [inner.op for inner, _ in before[-3:]]
    if makers != ["mul", "mul", "add"]:
        return None
    (f, c), (_, ig) = before[-3][1], operands
    return fma32(f, c, ig)


backend = Saboteur(
    "fused_lstm_cell",
    ("lstm_cell",),
    "lstm_cell/f32/samples/129",
    by_nodes(wrong),
    "fused",
    rules=("G11.2",),
)
