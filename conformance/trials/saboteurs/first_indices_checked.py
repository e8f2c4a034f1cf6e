"""embedding checks only its first 64 indices. A bad index after them reads some row."""

import numpy as np

from samebits.backends.checks import check_shapes
from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    check_shapes(call, [x.shape for x in inputs], [output.shape])
    table, index = inputs
    flat = index.reshape(-1)
    inside = np.concatenate([flat[:64], np.clip(flat[64:], 0, max(0, len(table) - 1))])
    output[...] = session.right(call, (table, inside.reshape(index.shape)), output)


backend = Saboteur(
    "first_indices_checked",
    ("embedding",),
    "embedding/f32_i64_to_f32/refused/an-index-below-0",
    spoil,
    diagnosis="refusal:missing",
    rules=("S2.3",),
)
