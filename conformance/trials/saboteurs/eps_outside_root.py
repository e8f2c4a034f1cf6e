"""A layer norm adds eps to the root of the variance instead of to the variance."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, _ = before[-1]
    if call.op != "rsqrt":
        return None
    variance, eps = before[-2][1]
    return np.float32(1) / (np.sqrt(variance) + eps)


backend = Saboteur(
    "eps_outside_root",
    ("layer_norm",),
    "layer_norm/f32/length/257",
    by_nodes(wrong),
    "eps-outside-root",
    rules=(
        "G6.1",
        "G6.2",
    ),
)
