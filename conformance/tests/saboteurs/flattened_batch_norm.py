"""A batch norm adds the places of all samples in one tree."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur, by_nodes, pairwise


def wrong(before):
    call, (x, *_) = before[-1]
    if call.op != "sum" or call.attributes["axes"] != (0,) or x.ndim != 3:
        return None
    (terms,) = before[-2][1]
    flat = pairwise(np.moveaxis(terms, 1, -1).reshape(-1, terms.shape[1]))
    return flat.reshape(1, -1, 1)


backend = Saboteur(
    "flattened_batch_norm",
    ("batch_norm",),
    "batch_norm/f32*/samples/130",
    by_nodes(wrong),
    "flattened",
    rules=("G5.1", "G6.9"),
)
