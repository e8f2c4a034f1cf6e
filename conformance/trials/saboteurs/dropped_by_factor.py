"""dropout multiplies dropped elements by 0: a negative number gives -0, an infinity NaN."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes, canonical


def wrong(before):
    call, operands = before[-1]
    if call.op != "where":
        return None
    dropped, _, kept = operands
    return canonical(kept * np.where(dropped, 0, 1).astype(kept.dtype))


backend = Saboteur(
    "dropped_by_factor",
    ("dropout",),
    "dropout/f32/p/half",
    by_nodes(wrong),
    "signed-zero",
    rules=("D3.2",),
)
