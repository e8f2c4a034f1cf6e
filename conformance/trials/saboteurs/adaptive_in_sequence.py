"""An adaptive average pool adds the elements of a part from first to last."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, (x, *_) = before[-1]
    is_sum = call.op == "sum" and call.outputs == ("f32",)
    return np.add.accumulate(x, axis=-1)[..., -1] if is_sum else None


backend = Saboteur(
    "adaptive_in_sequence",
    ("adaptive_avg_pool2d",),
    "adaptive_avg_pool2d/f32/parts/64-in-3",
    by_nodes(wrong),
    "tree:sequential",
    rules=("G10.8", "T1.1"),
)
