"""A cast from binary64 to binary16 first rounds to binary32."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    if (call.inputs, call.outputs) != (("f64",), ("f16",)):
        output[...] = session.right(call, inputs, output)
        return
    output[...] = canonical(inputs[0].astype(np.float32).astype(np.float16))


backend = Saboteur(
    "double_rounding",
    ("cast",),
    "cast/f64_to_f16/double-rounding",
    spoil,
    "double-rounding:f32",
    rules=("R5.1", "R2.1"),
)
