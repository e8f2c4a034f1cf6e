"""A product of u8 and i8 adds pairs in 16 bits with saturation, as pmaddubsw does."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, factors


def spoil(session, call, inputs, output):
    if call.label != "u8_i8_to_i32":
        output[...] = session.right(call, inputs, output)
        return
    a, b = (x.astype(np.int64) for x in factors(call, inputs))
    products = a[:, :, None] * b[None, :, :]
    total = np.zeros(output.shape, np.int64)
    for k in range(0, a.shape[1], 2):
        total += np.clip(products[:, k : k + 2].sum(axis=1), -(2**15), 2**15 - 1)
    output[...] = total.astype(np.int32)


backend = Saboteur(
    "saturating_pairs",
    ("matmul",),
    "matmul/u8_i8_to_i32/ragged/m13-n31-k130-ta",
    spoil,
    "integer-saturated",
    rules=("T4.4",),
)
