"""var adds every second square by an fma, although the specification has no fma there."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, fma32, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    if call.label != "f32" or not terms.size:
        output[...] = session.right(call, inputs, output)
        return
    mean = pairwise(terms.T) / np.float32(terms.shape[1])
    d = terms - mean[:, None]
    whole = d.shape[1] - d.shape[1] % 2
    pairs = fma32(d[:, 1:whole:2], d[:, 1:whole:2], d[:, 0:whole:2] ** 2)
    total = pairwise(np.concatenate([pairs, d[:, whole:] ** 2], axis=1).T)
    divisor = np.float32(max(0, terms.shape[1] - call.attributes["correction"]))
    output[...] = canonical(total / divisor).reshape(output.shape)


backend = Saboteur(
    "fused_var", ("var",), "var/f32/axes/0", spoil, "fused-squares", rules=("R3.1", "T3.var.1")
)
