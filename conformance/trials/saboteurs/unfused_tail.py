"""matmul adds the last K mod 8 products by mul and add, and the others by fma."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, factors, fma32, pairwise


def spoil(session, call, inputs, output):
    if call.label != "f32" or len(inputs) == 3:
        output[...] = session.right(call, inputs, output)
        return
    a, b = factors(call, inputs)
    terms, blocks = a.shape[1], []
    for start in range(0, terms, 256):
        total = a[:, start : start + 1] * b[start : start + 1]
        for k in range(start + 1, min(start + 256, terms)):
            x, y = a[:, k : k + 1], b[k : k + 1]
            fused = k < terms - terms % 8
            total = fma32(x, y, total) if fused else total + x * y
        blocks.append(total)
    output[...] = canonical(pairwise(np.array(blocks))) if blocks else 0


backend = Saboteur(
    "unfused_tail",
    ("matmul",),
    "matmul/f32/large/m13-n257-k15",
    spoil,
    "unfused-tail",
    rules=("T4.1",),
)
