"""argsort reverses the order of equal elements."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    x, axis = inputs[0], call.attributes["axis"]
    right = session.right(call, [np.flip(x, axis)], output)
    output[...] = x.shape[axis] - 1 - right


backend = Saboteur(
    "unstable_sort",
    ("argsort",),
    "argsort/f32_to_i64/ties/ascending",
    spoil,
    "unstable-order",
    rules=("S3.7",),
)
