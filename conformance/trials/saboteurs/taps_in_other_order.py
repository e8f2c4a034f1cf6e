"""A convolution adds its terms with the channel fastest, as in channels-last layout."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical
from samebits.oracles.numpy_route.contractions_route import contract
from samebits.oracles.numpy_route.convolutions_route import unfolded
from samebits.spec.families.windows import axes_of, tap_count


def spoil(session, call, inputs, output):
    x, weight = inputs[:2]
    axes = axes_of("forward", call.op, call.attributes, [y.shape for y in inputs])
    taps, channels = tap_count(axes), weight.shape[1]
    columns = unfolded(x, axes, 1)[0].reshape(len(x), channels, taps, -1)
    columns = np.swapaxes(columns, 1, 2).reshape(len(x), channels * taps, -1)
    rows = np.swapaxes(weight.reshape(len(weight), channels, taps), 1, 2).reshape(len(weight), -1)
    sums = contract(np.broadcast_to(rows, (len(x), *rows.shape)), columns)
    output[...] = canonical(sums.reshape(output.shape))


backend = Saboteur(
    "taps_in_other_order",
    ("conv2d",),
    "conv2d/f32/geometry/plain",
    spoil,
    "tap-order:channels-last",
    rules=("T5.2",),
)
