"""An LSTM cell expects its gates in the order i, g, f, o, as some libraries store them."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    """Exchange f and g in the inputs of the gates. The stored gates keep their order."""

    def node(inner, operands):
        if inner.op == "add" and operands[0].shape[-1] == 4 * inputs[1].shape[-1]:
            i, f, g, o = np.split(operands[0] + operands[1], 4, axis=-1)
            return np.concatenate((i, g, f, o), axis=-1)
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "gates_in_another_order",
    ("lstm_cell",),
    "lstm_cell/f32/plain",
    spoil,
    "parts-exchanged",
    rules=("G11.2",),
)
