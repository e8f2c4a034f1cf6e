"""add of integers saturates at the ends of the format instead of wrapping."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    if call.label != "i32":
        output[...] = session.right(call, inputs, output)
        return
    limits = np.iinfo(np.int32)
    exact = inputs[0].astype(np.int64) + inputs[1]
    output[...] = np.clip(exact, limits.min, limits.max)


backend = Saboteur(
    "saturating_add",
    ("add",),
    "add/i32/specials",
    spoil,
    "integer-saturated",
    rules=("R2.3",),
)
