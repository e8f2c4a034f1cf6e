"""gather makes the NaNs that it copies quiet."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    bits = output.view("u4")
    bits[...] = np.where(np.isnan(output), bits | np.uint32(0x400000), bits)


backend = Saboteur(
    "payload_changed",
    ("gather",),
    "gather/f32_i64_to_f32/payloads",
    spoil,
    "nan-payload",
    rules=("S2.2",),
)
