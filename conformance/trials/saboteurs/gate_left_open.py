"""glu multiplies its halves without taking the sigmoid of the second half."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    value, gate = np.array_split(inputs[0].astype(np.float32), 2, call.attributes["axis"])
    output[...] = canonical((value * gate).astype(output.dtype))


backend = Saboteur(
    "gate_left_open",
    ("glu",),
    "glu/f32/shape/middle",
    spoil,
    "left-out",
    rules=("G9.7",),
)
