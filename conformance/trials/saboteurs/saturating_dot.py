"""A dot product of integers saturates at the ends of i32 instead of wrapping."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.formats import get_format


def spoil(session, call, inputs, output):
    if get_format(call.outputs[0]).is_float:
        output[...] = session.right(call, inputs, output)
        return
    total = int(np.dot(inputs[0].astype(np.int64), inputs[1].astype(np.int64)))
    output[...] = min(max(total, -(2**31)), 2**31 - 1)


backend = Saboteur(
    "saturating_dot",
    ("dot",),
    "dot/i8_to_i32/wrapping/131073",
    spoil,
    "integer-saturated",
    rules=("T4.4",),
)
