"""norm first divides by the largest magnitude, so that no square overflows."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    if call.attributes["ord"] != 2 or call.label != "f32" or not terms.size:
        output[...] = session.right(call, inputs, output)
        return
    largest = np.abs(terms).max(axis=1)
    parts = terms / np.where(largest > 0, largest, np.float32(1))[:, None]
    result = largest * np.sqrt(pairwise((parts * parts).T))
    output[...] = canonical(result).reshape(output.shape)


backend = Saboteur(
    "scaled_norm", ("norm",), "norm/f32/shape/outer", spoil, "scaled", rules=("T3.norm",)
)
