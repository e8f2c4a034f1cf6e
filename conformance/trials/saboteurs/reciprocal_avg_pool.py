"""An average pool multiplies by the reciprocal of the count."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    return operands[0] * (np.float32(1) / operands[1]) if call.op == "div" else None


backend = Saboteur(
    "reciprocal_avg_pool",
    ("avg_pool2d",),
    "avg_pool2d/f32/window/overlapping",
    by_nodes(wrong),
    "reciprocal",
    rules=("G10.5", "G1.2"),
)
