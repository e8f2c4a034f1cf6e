"""The gradient of an adaptive pool divides by the size of the largest part."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, (x, *_) = before[-1]
    is_count = call.op == "sum" and call.outputs == ("i64",)
    return np.full(x.shape[:-1], x.shape[-1], np.int64) if is_count else None


backend = Saboteur(
    "share_of_largest",
    ("adaptive_avg_pool1d_gradient",),
    "adaptive_avg_pool1d_gradient/f32/parts/13-in-5",
    by_nodes(wrong),
    "padding-counted",
    rules=("G10.9",),
)
