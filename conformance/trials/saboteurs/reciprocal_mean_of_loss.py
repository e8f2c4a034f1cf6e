"""The mean of a loss is its sum times 1/n, rounded."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, right_graph
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    if call.attributes["reduction"] != "mean" or call.label != "f32":
        output[...] = right_graph(session, call, inputs)
        return
    total = get_op(call.op).call(call.inputs, call.outputs, reduction="sum")
    with np.errstate(all="ignore"):
        share = np.float32(1) / np.float32(inputs[0].size)
        output[...] = canonical(right_graph(session, total, inputs) * share)


backend = Saboteur(
    "reciprocal_mean_of_loss",
    ("mse_loss",),
    "mse_loss/f32/length/1000-mean",
    spoil,
    "reciprocal",
    rules=("G7.2",),
)
