"""index_put with accumulate adds the updates to the prior value one after the other."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, right_graph


def spoil(session, call, inputs, output):
    prior, index, updates = inputs
    if not call.attributes["accumulate"] or prior.dtype != np.float32:
        output[...] = right_graph(session, call, inputs)
        return
    total = prior.copy()
    np.add.at(total, index, updates)
    output[...] = canonical(total)


backend = Saboteur(
    "prior_among_updates",
    ("index_put",),
    "index_put/f32_i64_to_f32/rows/vector-added",
    spoil,
    "scatter-order",
    rules=("T7.2", "T7.9"),
)
