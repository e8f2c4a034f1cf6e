"""sum_exact rounds the exact sum to binary64 first, as math.fsum does, and then to binary32."""

import math

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, rows


def spoil(session, call, inputs, output):
    if call.label != "f32" or not np.isfinite(inputs[0]).all() or not output.size:
        output[...] = session.right(call, inputs, output)
        return
    sums = [math.fsum(row) for row in rows(call, inputs[0]).astype(np.float64)]
    found = np.array(sums).astype(np.float32).reshape(output.shape)
    right = session.right(call, inputs, output)
    output[...] = canonical(np.where(right == 0, right, found))


backend = Saboteur(
    "twice_rounded_sum_exact",
    ("sum_exact",),
    "sum_exact/f32/special/ties",
    spoil,
    "exact:double-rounding",
    rules=("T10.1",),
)
