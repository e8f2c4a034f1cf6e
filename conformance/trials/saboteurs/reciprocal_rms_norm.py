"""A root mean square norm multiplies the sum of squares by the rounded 1 / n."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes, pairwise


def wrong(before):
    call, (x, *_) = before[-1]
    if call.op != "mean":
        return None
    total = pairwise(np.moveaxis(x, -1, 0))[..., None]
    return total * (np.float32(1) / np.float32(x.shape[-1]))


backend = Saboteur(
    "reciprocal_rms_norm",
    ("rms_norm",),
    "rms_norm/f32/rows/130",
    by_nodes(wrong),
    "reciprocal",
    rules=("G6.4",),
)
