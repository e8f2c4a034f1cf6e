"""sub never writes its last n mod 16 elements."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    flat = np.arange(right.size).reshape(right.shape)
    written = flat < right.size - right.size % 16
    output[written] = right[written]


backend = Saboteur(
    "unwritten_tail", ("sub",), "sub/f32/specials", spoil, "unwritten", rules=("C1.1",)
)
