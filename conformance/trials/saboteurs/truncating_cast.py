"""A cast from binary32 to bfloat16 truncates instead of rounding to nearest."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical
from samebits.spec.formats import bits_of, from_bits


def spoil(session, call, inputs, output):
    if (call.inputs, call.outputs) != (("f32",), ("bf16",)):
        output[...] = session.right(call, inputs, output)
        return
    right = session.right(call, inputs, output)
    cut = from_bits((bits_of(inputs[0]) >> 16).astype(np.uint16), "bf16")
    output[...] = np.where(np.isnan(inputs[0]), right, canonical(cut))


backend = Saboteur(
    "truncating_cast",
    ("cast",),
    "cast/f32_to_bf16/ties",
    spoil,
    "rounding:toward-zero",
    rules=("R1.1",),
)
