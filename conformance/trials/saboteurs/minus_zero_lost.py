"""add returns +0 where the right result is -0."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    output[...] = np.where(right == 0, np.zeros((), right.dtype), right)


backend = Saboteur(
    "minus_zero_lost", ("add",), "add/f32/specials", spoil, "signed-zero", rules=("S4.1",)
)
