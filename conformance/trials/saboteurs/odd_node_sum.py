"""sum of 2^k + 1 terms adds the last term to the first one, instead of promoting it."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    n = terms.shape[1]
    if call.label != "f32" or n < 3 or (n - 1) & (n - 2):
        output[...] = session.right(call, inputs, output)
        return
    joined = np.concatenate([terms[:, :1] + terms[:, -1:], terms[:, 1:-1]], axis=1)
    output[...] = canonical(pairwise(joined.T)).reshape(output.shape)


backend = Saboteur(
    "odd_node_sum", ("sum",), "sum/f32/length/129", spoil, "odd-node", rules=("T1.1",)
)
