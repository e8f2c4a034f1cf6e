"""The gradient of the weight of a norm adds the rows from first to last."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, (x, *_) = before[-1]
    return np.add.accumulate(x, axis=0)[-1] if call.op == "sum" and len(x) else None


backend = Saboteur(
    "rows_in_sequence",
    ("rms_norm_gradient",),
    "rms_norm_gradient/f32*/rows/130",
    by_nodes(wrong),
    "tree:sequential",
    rules=(
        "G6.5",
        "T1.1",
    ),
)
