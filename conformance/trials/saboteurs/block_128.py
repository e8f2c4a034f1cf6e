"""A contraction uses blocks of 128 terms instead of 256."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, factors, fma32, pairwise


def spoil(session, call, inputs, output):
    a, b = factors(call, inputs)
    blocks = []
    for start in range(0, a.shape[1], 128):
        total = np.full(output.shape, -0.0, np.float32)
        for k in range(start, min(start + 128, a.shape[1])):
            total = fma32(a[:, k : k + 1], b[k : k + 1, :], total)
        blocks.append(total)
    output[...] = pairwise(np.array(blocks))


backend = Saboteur(
    "block_128", ("matmul",), "matmul/f32/ragged/m1-n9-k257-tb", spoil, "block:128", rules=("T4.1",)
)
