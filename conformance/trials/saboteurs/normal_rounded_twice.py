"""A normal number is rounded to binary32, and then to its own format."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    wide = np.zeros(output.shape, np.float32)
    session.inner.run(get_op(call.op).call(call.inputs, ["f32"], **call.attributes), inputs, [wide])
    output[...] = wide.astype(output.dtype)


backend = Saboteur(
    "normal_rounded_twice",
    ("normal", "normal_from_bits"),
    "normal_from_bits/u32_to_f16/bulk",
    spoil,
    "not-correctly-rounded",
    rules=("D2.5",),
)
