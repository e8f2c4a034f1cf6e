"""scatter_add adds the contributions of each tree from last to first."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    prior, index, updates = inputs
    axis = call.attributes["axis"]
    backward = [prior, np.flip(index, axis).copy(), np.flip(updates, axis).copy()]
    output[...] = session.right(call, backward, output)


backend = Saboteur(
    "scatter_descending",
    ("scatter_add",),
    "scatter_add/f32_i64_to_f32/counts/single",
    spoil,
    "scatter-descending",
    rules=("T7.1",),
)
