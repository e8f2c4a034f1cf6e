"""softmax is wrong by one ulp if its result begins an odd multiple of 64 bytes after a page."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if output.ctypes.data % 128 == 64 and output.size and call.label == "f32":
        output.reshape(-1)[:1] = np.nextafter(output.reshape(-1)[:1], np.float32(2))


backend = Saboteur(
    "result_off_a_line",
    ("softmax",),
    "law/alignment/softmax/f32",
    spoil,
    diagnosis="address",
    rules=("C1.3",),
)
