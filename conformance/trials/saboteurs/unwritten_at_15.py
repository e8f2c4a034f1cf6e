"""add does not write the last element if n mod 16 = 15."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    last = right.size - 1 if right.size % 16 == 15 else right.size
    written = np.arange(right.size).reshape(right.shape) < last
    output[written] = right[written]


backend = Saboteur(
    "unwritten_at_15", ("add",), "law/batch/add/f32", spoil, "unwritten", rules=("C1.1",)
)
