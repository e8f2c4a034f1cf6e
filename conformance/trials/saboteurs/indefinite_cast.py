"""A cast to i32 gives the smallest integer instead of saturating, as on x86."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if (call.inputs, call.outputs) == (("f32",), ("i32",)):
        x = inputs[0].astype(np.float64)
        inside = (x > -(2.0**31) - 1) & (x < 2.0**31)
        right = np.where(inside, right, np.int32(-(2**31)))
    output[...] = right


backend = Saboteur(
    "indefinite_cast",
    ("cast",),
    "cast/f32_to_i32/specials",
    spoil,
    "cast-indefinite",
    rules=("R5.3",),
)
