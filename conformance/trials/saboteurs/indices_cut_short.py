"""gather truncates a 64-bit index to 32 bits before it checks the range."""

import numpy as np

from samebits.backends.checks import check_shapes
from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    check_shapes(call, [x.shape for x in inputs], [output.shape])
    x, index = inputs
    short = index.astype(np.int32).astype(index.dtype)
    output[...] = session.right(call, (x, short), output)


backend = Saboteur(
    "indices_cut_short",
    ("gather",),
    "gather/f32_i64_to_f32/refused/an-index-below-0",
    spoil,
    diagnosis="refusal:missing",
    rules=("S2.3",),
)
