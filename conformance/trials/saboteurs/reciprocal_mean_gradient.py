"""The gradient of a mean is multiplied by the rounded 1 / n."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    if call.op != "div":
        return None
    return operands[0] * (np.float32(1) / operands[1])


backend = Saboteur(
    "reciprocal_mean_gradient",
    ("mean_gradient",),
    "mean_gradient/f32/length/1000/0",
    by_nodes(wrong),
    "reciprocal",
    rules=("G12.mean",),
)
