"""sort orders NaN by sign and payload, and -0 before +0, as IEEE 754's totalOrder does."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    bits = np.ascontiguousarray(inputs[0]).view(np.int32).astype(np.int64)
    keys = np.where(bits < 0, ~(bits & 0x7FFFFFFF), bits)
    down, axis = call.attributes["descending"], call.attributes["axis"]
    order = np.argsort(~keys if down else keys, axis=axis, kind="stable")
    taken = np.take_along_axis(bits.astype(np.int32), order, axis)
    output[...] = taken.view(np.float32)


backend = Saboteur(
    "sort_by_bits", ("sort",), "sort/f32/ties/ascending", spoil, "order-of-bits", rules=("S3.6",)
)
