"""count_nonzero counts -0, like a comparison of bits."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    if call.label != "f32_to_i64" or not terms.size:
        output[...] = session.right(call, inputs, output)
        return
    output[...] = np.count_nonzero(np.ascontiguousarray(terms).view(np.uint32), axis=1).reshape(
        output.shape
    )


backend = Saboteur(
    "minus_zero_counts",
    ("count_nonzero",),
    "count_nonzero/f32_to_i64/special/zeros",
    spoil,
    "minus-zero-is-true",
    rules=("T3.4",),
)
