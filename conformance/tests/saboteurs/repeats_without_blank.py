"""ctc_loss goes from a label to the same label without the blank between them."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "ne":
            labels = np.arange(operands[0].shape[-1]) % 2 == 1
            return np.array(np.broadcast_to(labels, operands[0].shape))
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "repeats_without_blank",
    ("ctc_loss",),
    "ctc_loss/f32_i64_to_f32/repeated",
    spoil,
    "unexplained",
    rules=("G7.18",),
)
