"""A gradient of the input counts taps that do not fit the stride as terms of +0."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    gradient, weight = inputs
    a, sizes = call.attributes, call.attributes["input_size"]
    spread = [(n - 1) * s + 1 for n, s in zip(gradient.shape[2:], a["stride"], strict=True)]
    zeros = np.zeros((*gradient.shape[:2], *spread), gradient.dtype)
    zeros[(..., *(slice(None, None, s) for s in a["stride"]))] = gradient
    reach = [
        n + 2 * p - d * (k - 1)
        for n, p, d, k in zip(sizes, a["padding"], a["dilation"], weight.shape[2:], strict=True)
    ]
    wide = np.zeros((*gradient.shape[:2], *reach), gradient.dtype)
    wide[(..., *(slice(n) for n in spread))] = zeros
    one = get_op(call.op).call(call.inputs, call.outputs, **{**a, "stride": (1, 1)})
    output[...] = canonical(session.right(one, [wide, weight], output))


backend = Saboteur(
    "all_taps_counted",
    ("conv2d_input_gradient",),
    "conv2d_input_gradient/f32/geometry/outputs-600",
    spoil,
    "taps:all-counted",
    rules=("T5.7",),
)
