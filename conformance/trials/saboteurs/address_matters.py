"""sum adds the terms before a multiple of 64 bytes first, so that the address decides the order."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, rows


def spoil(session, call, inputs, output):
    x = inputs[0]
    peeled = (-x.ctypes.data % 64) // 4
    terms = rows(call, x).T
    if call.label != "f32" or not 0 < peeled < len(terms):
        output[...] = session.right(call, inputs, output)
        return
    head = np.add.accumulate(terms[:peeled], axis=0)[-1]
    rest = np.add.accumulate(terms[peeled:], axis=0)[-1]
    output[...] = canonical(head + rest).reshape(output.shape)


backend = Saboteur(
    "address_matters", ("sum",), "law/alignment/sum/f32", spoil, "address", rules=("C1.3",)
)
