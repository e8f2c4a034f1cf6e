"""A layer norm subtracts the square of the mean from the mean of squares."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes, pairwise


def wrong(before):
    call, (x, *_) = before[-1]
    if call.op != "mean" or before[-2][0].op != "mul":
        return None
    x, mean = before[-3][1]
    squares = pairwise(np.moveaxis(x * x, -1, 0))[..., None] / np.float32(x.shape[-1])
    return squares - mean[..., :1] * mean[..., :1]


backend = Saboteur(
    "one_pass_layer_norm",
    ("layer_norm",),
    "layer_norm/f32/length/65",
    by_nodes(wrong),
    "one-pass",
    rules=("G6.2",),
)
