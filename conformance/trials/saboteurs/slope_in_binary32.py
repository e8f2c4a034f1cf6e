"""leaky_relu in binary64 rounds its slope to binary32, which is right only in f32."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f64":
        x, slope = inputs[0], np.float64(np.float32(call.attributes["negative_slope"]))
        right = canonical(np.where(x > 0, x, slope * x))
    output[...] = right


backend = Saboteur(
    "slope_in_binary32",
    ("leaky_relu",),
    "leaky_relu/f64/negative_slope=0.3/mixed",
    spoil,
    "attribute-in-binary32",
    rules=("R4.3",),
)
