"""An average pool adds the elements of a window from first to last."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, (x, *_) = before[-1]
    is_sum = call.op == "sum" and call.outputs == ("f32",)
    return np.add.accumulate(x, axis=-1)[..., -1] if is_sum else None


backend = Saboteur(
    "window_in_sequence",
    ("avg_pool1d",),
    "avg_pool1d/f32/length/33",
    by_nodes(wrong),
    "tree:sequential",
    rules=("G10.5", "T1.1"),
)
