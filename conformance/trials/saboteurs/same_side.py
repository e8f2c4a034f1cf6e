"""qr reflects a column to its own side, so that r has the signs of the diagonal."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    return np.copysign(operands[0], -operands[1]) if call.op == "copysign" else None


backend = Saboteur(
    "same_side",
    ("qr",),
    "law/graph/qr/f32",
    by_nodes(wrong),
    "",
    rules=("G14.2",),
)
