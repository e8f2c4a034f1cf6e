"""isinf only compares with positive infinity."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = inputs[0].astype(np.float64) == np.inf


backend = Saboteur(
    "negative_infinity_missed",
    ("isinf",),
    "isinf/f32_to_bool/specials",
    spoil,
    "left-out",
    rules=("G9.5",),
)
