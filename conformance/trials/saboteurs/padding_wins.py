"""A max pool pads with +0, which is larger than a negative element."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, (x, *_) = before[-1]
    return np.where(np.isneginf(x), np.float32(0), x).max(axis=-1) if call.op == "max" else None


backend = Saboteur(
    "padding_wins",
    ("max_pool1d",),
    "max_pool1d/f32*/window/padded",
    by_nodes(wrong),
    "padding-wins",
    rules=("G10.3",),
)
