"""A matrix product rounds each product before the addition, in the right order."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, factors, pairwise


def spoil(session, call, inputs, output):
    a, b = factors(call, inputs)
    blocks = []
    for start in range(0, a.shape[1], 256):
        total = np.full(output.shape, -0.0, np.float32)
        for k in range(start, min(start + 256, a.shape[1])):
            total = total + a[:, k : k + 1] * b[k : k + 1, :]
        blocks.append(total)
    output[...] = pairwise(np.array(blocks))


backend = Saboteur(
    "unfused_matmul",
    ("matmul",),
    "matmul/f32/ragged/m1-n9-k257-tb",
    spoil,
    "unfused",
    rules=("T4.1",),
)
