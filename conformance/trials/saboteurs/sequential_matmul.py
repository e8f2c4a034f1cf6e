"""A contraction adds all terms from left to right by fma, as RepDL does."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, factors, fma32


def spoil(session, call, inputs, output):
    a, b = factors(call, inputs)
    total = np.full(output.shape, -0.0, np.float32)
    for k in range(a.shape[1]):
        total = fma32(a[:, k : k + 1], b[k : k + 1, :], total)
    output[...] = total


backend = Saboteur(
    "sequential_matmul",
    ("matmul",),
    "matmul/f32/ragged/m1-n9-k257-tb",
    spoil,
    "tree:sequential_fma",
    rules=("T4.1",),
)
