"""An LSTM layer adds only one of its two biases, like libraries that have one bias."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "linear" and len(operands) == 3 and operands[0].ndim == 2:
            found = operands[0] @ operands[1].T  # replaced by the right contraction below
            plain = type(inner)(
                inner.op, inner.version, inner.inputs[:2], inner.outputs, inner.attributes
            )
            return session.right(plain, operands[:2], found)
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "one_bias",
    ("lstm",),
    "lstm/f32/plain",
    spoil,
    "branch",
    rules=(
        "G11.1",
        "G11.7",
    ),
)
