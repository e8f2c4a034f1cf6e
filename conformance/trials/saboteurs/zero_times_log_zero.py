"""kl_div gives NaN for a target of 0, because it computes 0 log 0."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph


def spoil(session, call, inputs, output):
    output[...] = right_graph(session, call, inputs)
    if call.attributes["reduction"] == "none" and not call.attributes["log_target"]:
        output[inputs[1] == 0] = np.nan


backend = Saboteur(
    "zero_times_log_zero",
    ("kl_div",),
    "kl_div/f32/special",
    spoil,
    "left-out",
    rules=("G7.9",),
)
