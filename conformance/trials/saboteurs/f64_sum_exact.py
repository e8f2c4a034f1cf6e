"""sum_exact adds in binary64, as if that were exact."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T.astype(np.float64)
    if call.label != "f32" or not len(terms):
        output[...] = session.right(call, inputs, output)
        return
    output[...] = canonical(pairwise(terms).astype(np.float32)).reshape(output.shape)


backend = Saboteur(
    "f64_sum_exact",
    ("sum_exact",),
    "sum_exact/f32/far/33",
    spoil,
    "exact:tree-float64",
    rules=("T10.1",),
)
