"""l1_loss adds its values from left to right."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, right_graph


def spoil(session, call, inputs, output):
    if call.attributes["reduction"] != "sum" or call.label != "f32" or not inputs[0].size:
        output[...] = right_graph(session, call, inputs)
        return
    output[...] = canonical(np.add.accumulate(np.abs(inputs[0] - inputs[1]).reshape(-1))[-1])


backend = Saboteur(
    "loss_from_left_to_right",
    ("l1_loss",),
    "l1_loss/f32/length/1000-sum",
    spoil,
    "tree:sequential",
    rules=("G7.2", "G7.5"),
)
