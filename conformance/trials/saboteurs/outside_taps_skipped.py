"""A convolution skips taps outside the input, so that 0 is not multiplied by infinity."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical
from samebits.oracles.numpy_route.contractions_route import contract
from samebits.oracles.numpy_route.convolutions_route import unfolded
from samebits.spec.families.windows import axes_of


def spoil(session, call, inputs, output):
    x, weight = inputs[:2]
    axes = axes_of("forward", call.op, call.attributes, [y.shape for y in inputs])
    groups = call.attributes["groups"]
    columns, inside = (unfolded(y, axes, groups) for y in (x, np.ones_like(x)))
    rows = weight.reshape(groups, weight.shape[0] // groups, -1)
    found = np.zeros((len(x), *rows.shape[:2], columns.shape[-1]), np.float32)
    for g, n, o, p in np.ndindex(groups, len(x), rows.shape[1], columns.shape[-1]):
        kept = inside[g, n, :, p] == 1
        found[n, g, o, p] = contract(rows[g, o, kept][None], columns[g, n, kept, p][:, None])[0, 0]
    output[...] = canonical(found.reshape(output.shape))


backend = Saboteur(
    "outside_taps_skipped",
    ("conv2d",),
    "conv2d/f32/special/infinity-second",
    spoil,
    "outside-taps:skipped",
    rules=("T5.3",),
)
