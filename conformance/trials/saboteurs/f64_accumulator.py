"""sum of binary32 accumulates in binary64, which is more accurate but gives different bits."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T
    if call.label != "f32" or not len(terms):
        output[...] = session.right(call, inputs, output)
        return
    total = pairwise(terms.astype(np.float64)).astype(np.float32)
    output[...] = canonical(total).reshape(output.shape)


backend = Saboteur(
    "f64_accumulator", ("sum",), "sum/f32/length/257*", spoil, "accumulator:f64", rules=("R4.1",)
)
