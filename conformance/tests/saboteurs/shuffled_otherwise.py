"""A pixel shuffle takes columns before rows of each square."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    (x,) = inputs
    r = call.attributes["upscale_factor"]
    n, c, h, w = x.shape
    split = x.reshape(n, c // (r * r), r, r, h, w)
    output[...] = np.transpose(split, (0, 1, 4, 3, 5, 2)).reshape(output.shape)


backend = Saboteur(
    "shuffled_otherwise",
    ("pixel_shuffle",),
    "pixel_shuffle/f32/factor/3*",
    spoil,
    rules=("G10.10",),
)
