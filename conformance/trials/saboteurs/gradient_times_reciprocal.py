"""The gradient of a mean is multiplied by 1/n, rounded, instead of divided by n."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, right_graph
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    if call.attributes["reduction"] != "mean" or call.label != "f32":
        output[...] = right_graph(session, call, inputs)
        return
    share = canonical(inputs[0] * (np.float32(1) / np.float32(max(inputs[1].size, 1))))
    added = get_op(call.op).call(call.inputs, call.outputs, reduction="sum")
    output[...] = right_graph(session, added, [np.asarray(share), *inputs[1:]])


backend = Saboteur(
    "gradient_times_reciprocal",
    ("mse_loss_gradient",),
    "mse_loss_gradient/f32/length/1000",
    spoil,
    "reciprocal",
    rules=("G7.3", "G7.4"),
)
