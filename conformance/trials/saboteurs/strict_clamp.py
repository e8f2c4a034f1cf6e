"""The gradient of clamp is zero at the upper bound."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    gradient, x = (v.astype(np.float32) for v in inputs)
    low, high = (np.float32(call.attributes[name]) for name in ("min", "max"))
    passed = np.where((x >= low) & (x < high), gradient, np.float32(0))
    output[...] = canonical(passed.astype(output.dtype))


backend = Saboteur(
    "strict_clamp",
    ("clamp_gradient",),
    "clamp_gradient/f32/attributes/set-4*",
    spoil,
    "equality",
    rules=("G9.clamp_gradient",),
)
