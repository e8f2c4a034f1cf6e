"""A division by a host scalar is computed as a product with its reciprocal."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    value = np.float32(call.attributes["value"])
    wide = inputs[0].astype(np.float32)
    output[...] = canonical((wide * (np.float32(1) / value)).astype(output.dtype))


backend = Saboteur(
    "reciprocal_scalar",
    ("div_scalar",),
    "div_scalar/f32/attributes/set-3*",
    spoil,
    "reciprocal",
    rules=("G9.div_scalar",),
)
