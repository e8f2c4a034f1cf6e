"""ctc_loss allows every step of two states: past labels, and between equal labels."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        return np.ones_like(operands[0], bool) if inner.op == "ne" else None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "labels_skipped",
    ("ctc_loss",),
    "ctc_loss/f32_i64_to_f32/one-step",
    spoil,
    "other-choice",
    rules=("G7.18",),
)
