"""A root mean square norm rounds the square root, and then its reciprocal."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, (x, *_) = before[-1]
    return np.float32(1) / np.sqrt(x) if call.op == "rsqrt" else None


backend = Saboteur(
    "root_then_reciprocal",
    ("rms_norm",),
    "rms_norm/f32/rows/130",
    by_nodes(wrong),
    "root-then-reciprocal",
    rules=(
        "G6.1",
        "G6.4",
    ),
)
