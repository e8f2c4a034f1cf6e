"""The accumulator of a matrix product starts from the bias, instead of adding it last."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, factors, fma32, pairwise


def spoil(session, call, inputs, output):
    if len(inputs) < 3:
        output[...] = session.right(call, inputs, output)
        return
    a, b = factors(call, inputs)
    blocks = []
    for start in range(0, a.shape[1], 256):
        total = np.full(output.shape, -0.0, np.float32)
        if start == 0:
            total = total + inputs[2]
        for k in range(start, min(start + 256, a.shape[1])):
            total = fma32(a[:, k : k + 1], b[k : k + 1, :], total)
        blocks.append(total)
    output[...] = pairwise(np.array(blocks))


backend = Saboteur(
    "bias_first",
    ("matmul",),
    "matmul/f32/ragged/m1-n9-k257-ta-bias",
    spoil,
    "bias-order",
    rules=("T4.3",),
)
