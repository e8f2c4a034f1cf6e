"""A layer norm divides the sum of squares by n - 1 instead of n."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes, pairwise


def wrong(before):
    call, (x, *_) = before[-1]
    if call.op != "mean" or before[-2][0].op != "mul":
        return None
    return pairwise(np.moveaxis(x, -1, 0))[..., None] / np.float32(x.shape[-1] - 1)


backend = Saboteur(
    "unbiased_layer_norm",
    ("layer_norm",),
    "layer_norm/f32/length/65",
    by_nodes(wrong),
    "unbiased",
    rules=("G6.2",),
)
