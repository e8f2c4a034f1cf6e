"""index_add uses the prior value as the first leaf of the tree, instead of adding it last."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise


def spoil(session, call, inputs, output):
    prior, index, updates = inputs
    total = prior.copy()
    for goal in np.unique(index):
        total[goal] = pairwise(np.concatenate([prior[goal][None], updates[index == goal]]))
    output[...] = canonical(total)


backend = Saboteur(
    "prior_as_leaf",
    ("index_add",),
    "index_add/f32_i64_to_f32/counts/rows",
    spoil,
    "prior-as-leaf",
    rules=("T7.2",),
)
