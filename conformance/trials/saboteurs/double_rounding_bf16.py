"""A cast from binary64 to bfloat16 first rounds to binary32, as in PyTorch."""

import ml_dtypes
import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    if (call.inputs, call.outputs) != (("f64",), ("bf16",)):
        output[...] = session.right(call, inputs, output)
        return
    output[...] = canonical(inputs[0].astype(np.float32).astype(ml_dtypes.bfloat16))


backend = Saboteur(
    "double_rounding_bf16",
    ("cast",),
    "cast/f64_to_bf16/double-rounding",
    spoil,
    "double-rounding:f32",
    rules=("R5.1",),
)
