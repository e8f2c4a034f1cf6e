"""var divides by n - correction even if that is negative."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, rows
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    count = rows(call, inputs[0]).shape[1]
    rest = count - call.attributes["correction"]
    if call.label != "f32" or rest >= 0 or not count:
        output[...] = session.right(call, inputs, output)
        return
    plain = get_op("var").call(["f32"], **{**call.attributes, "correction": count - 1})
    output[...] = session.right(plain, inputs, output) / np.float32(rest)


backend = Saboteur(
    "unclamped_divisor",
    ("var",),
    "var/f32/divisor/5-less-7",
    spoil,
    "unclamped-divisor",
    rules=("T3.var.1",),
)
