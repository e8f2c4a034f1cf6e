"""topk takes the elements with the highest indices among equal elements."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    x, k, axis = inputs[0], call.attributes["k"], call.attributes["axis"] % inputs[0].ndim
    order = get_op("argsort").call(call.inputs, axis=axis, descending=call.attributes["largest"])
    flipped = session.right(order, [np.flip(x, axis)], np.zeros(x.shape, np.int64))
    places = np.take(x.shape[axis] - 1 - flipped, np.arange(k), axis)
    bits = np.take_along_axis(x.view(f"u{x.itemsize}"), places, axis)
    output[...] = bits.view(x.dtype)
    session.memory["others"][0][...] = places


backend = Saboteur(
    "topk_late_tie",
    ("topk",),
    "topk/f32_to_f32_i64/ties/ascending-9",
    spoil,
    "unstable-order",
    rules=("S3.8",),
)
