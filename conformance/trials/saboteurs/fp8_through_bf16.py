"""linear of fp8 accumulates in bfloat16 instead of binary32."""

import ml_dtypes
import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, fma32, pairwise


def spoil(session, call, inputs, output):
    if call.label != "f8e4m3fn_to_f32" or len(inputs) == 3 or not inputs[0].shape[-1]:
        output[...] = session.right(call, inputs, output)
        return
    x, weight = (v.astype(np.float32) for v in inputs)
    blocks = []
    for start in range(0, x.shape[-1], 256):
        total = np.full(output.shape, -0.0, ml_dtypes.bfloat16)
        for k in range(start, min(start + 256, x.shape[-1])):
            step = fma32(x[..., k, None], weight[:, k], total.astype(np.float32))
            total = step.astype(ml_dtypes.bfloat16)
        blocks.append(total)
    output[...] = canonical(pairwise(np.array(blocks)).astype(np.float32))


backend = Saboteur(
    "fp8_through_bf16",
    ("linear",),
    "linear/f8e4m3fn_to_f32/mixed/3x258-5x258",
    spoil,
    "accumulator:bf16",
    rules=("R4.2",),
)
