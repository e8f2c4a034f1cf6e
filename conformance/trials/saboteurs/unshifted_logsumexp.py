"""logsumexp computes the exponentials without subtracting the maximum."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    if call.label != "f32" or not terms.size:
        output[...] = session.right(call, inputs, output)
        return
    powers = np.exp(terms.astype(np.float64)).astype(np.float32)
    logarithm = np.log(pairwise(powers.T).astype(np.float64)).astype(np.float32)
    output[...] = canonical(logarithm).reshape(output.shape)


backend = Saboteur(
    "unshifted_logsumexp",
    ("logsumexp",),
    "logsumexp/f32/length/100",
    spoil,
    "unshifted",
    rules=("T3.logsumexp",),
)
