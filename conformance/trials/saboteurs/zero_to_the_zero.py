"""The gradient of a power with exponent 0 is computed: it is NaN at 0 instead of +0."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    gradient, x = (v.astype(np.float32) for v in inputs)
    exponent = np.float32(call.attributes["exponent"])
    slope = exponent * np.power(x, exponent - np.float32(1))
    output[...] = canonical((gradient * slope).astype(output.dtype))


backend = Saboteur(
    "zero_to_the_zero",
    ("pow_scalar_gradient",),
    "pow_scalar_gradient/f32/attributes/set-4*",
    spoil,
    "signed-zero",
    rules=("G9.pow_scalar_gradient", "G1.4"),
)
