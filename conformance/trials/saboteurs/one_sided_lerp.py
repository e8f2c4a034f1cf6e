"""lerp uses the formula for small weights for all weights."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    x, end = (v.astype(np.float32) for v in inputs)
    weight = np.float32(call.attributes["weight"])
    output[...] = canonical((x + weight * (end - x)).astype(output.dtype))


backend = Saboteur(
    "one_sided_lerp",
    ("lerp",),
    "lerp/f32/attributes/set-2*",
    spoil,
    "branch",
    rules=("G9.lerp", "G9.2"),
)
