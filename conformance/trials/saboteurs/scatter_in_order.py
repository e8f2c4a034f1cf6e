"""scatter_add adds updates to the prior value one after the other, as atomic additions do."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    prior, index, updates = inputs
    axis = call.attributes["axis"]
    total = prior.copy()
    places = list(np.indices(index.shape))
    places[axis] = index
    np.add.at(total, tuple(places), updates)
    output[...] = canonical(total)


backend = Saboteur(
    "scatter_in_order",
    ("scatter_add",),
    "scatter_add/f32_i64_to_f32/counts/single",
    spoil,
    "scatter-order",
    rules=("T7.1",),
)
