"""matmul with a single row adds in a different order than with many rows."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, factors, fma32


def spoil(session, call, inputs, output):
    a, b = factors(call, inputs)
    if call.label != "f32" or len(inputs) == 3 or a.shape[0] != 1 or a.shape[1] < 2:
        output[...] = session.right(call, inputs, output)
        return
    total = np.full(output.shape, -0.0, np.float32)
    for k in range(a.shape[1]):
        total = fma32(a[:, k : k + 1], b[k : k + 1, :], total)
    output[...] = total


backend = Saboteur("batch_matters", ("matmul",), "law/batch/matmul/f32", spoil, rules=("C1.3",))
