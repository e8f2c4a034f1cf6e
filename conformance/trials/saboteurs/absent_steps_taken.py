"""ctc_loss uses absent steps of a sample as if they were present."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    whole = [*inputs[:2], np.ones_like(inputs[2])]
    with_node(session, call, whole, output, lambda inner, operands: None)


backend = Saboteur(
    "absent_steps_taken",
    ("ctc_loss",),
    "ctc_loss/f32_i64_to_f32/one-step-absent",
    spoil,
    "left-out",
    rules=("G7.17",),
)
