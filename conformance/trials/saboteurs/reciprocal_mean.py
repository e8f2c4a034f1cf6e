"""mean multiplies by the rounded reciprocal of n instead of dividing by n."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, rows
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    count = rows(call, inputs[0]).shape[1]
    if call.label != "f32" or not count:
        output[...] = session.right(call, inputs, output)
        return
    sums = session.right(get_op("sum").call(["f32"], **call.attributes), inputs, output)
    output[...] = canonical(sums * (np.float32(1) / np.float32(count)))


backend = Saboteur(
    "reciprocal_mean", ("mean",), "mean/f32/axes/0", spoil, "reciprocal", rules=("T3.mean",)
)
