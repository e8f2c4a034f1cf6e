"""maximum treats -0 and +0 as equal and returns the second operand, as SSE's max does."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    a, b = inputs
    right = session.right(call, inputs, output)
    output[...] = np.where((a == 0) & (b == 0), b, right)


backend = Saboteur(
    "zeros_equal_maximum",
    ("maximum",),
    "maximum/f32/specials",
    spoil,
    "signed-zero",
    rules=("S3.1",),
)
