"""A linear resampling uses i S / P as the coordinate of position i, without half a pixel."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    (x,) = inputs
    size, places = x.shape[2], output.shape[2]
    over = np.arange(places) * size
    first, rest = over // places, over % places / places
    second = np.minimum(first + 1, size - 1)
    near, far = (weight.astype(np.float32) for weight in (1 - rest, rest))
    output[...] = x[:, :, first] * near + x[:, :, second] * far


backend = Saboteur(
    "half_pixel_forgotten",
    ("upsample_linear1d",),
    "upsample_linear1d/f32/odd/0",
    spoil,
    "half-pixel",
    rules=("G13.3",),
)
