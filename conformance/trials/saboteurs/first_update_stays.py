"""scatter keeps the first update of each position, which may happen with unordered threads."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph


def spoil(session, call, inputs, output):
    prior, index, updates = inputs
    axis = call.attributes["axis"]
    turned = [prior, np.flip(index, axis).copy(), np.flip(updates, axis).copy()]
    output[...] = right_graph(session, call, turned)


backend = Saboteur(
    "first_update_stays",
    ("scatter",),
    "scatter/f32_i64_to_f32/axis/first",
    spoil,
    "first-update-stays",
    rules=("T7.9",),
)
