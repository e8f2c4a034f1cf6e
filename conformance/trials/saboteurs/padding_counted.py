"""An average pool counts padding beyond the input, although it must not."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, (x, *_) = before[-1]
    is_count = call.op == "sum" and call.outputs == ("i64",)
    return np.full(x.shape[:-1], x.shape[-1], np.int64) if is_count else None


backend = Saboteur(
    "padding_counted",
    ("avg_pool2d",),
    "avg_pool2d/f32/divisor/count",
    by_nodes(wrong),
    "attribute:count_include_pad",
    rules=("G10.6",),
)
