"""A scan of few rows lets the last element of a row read elements past the end of the row."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    output[...] = right
    if call.label == "f32" and right.ndim == 1 and right.size > 8:
        output[-1] = np.float32(right[-1] + inputs[0][0])


backend = Saboteur(
    "scan_over_the_line", ("cumsum",), "law/prefix/cumsum/f32", spoil, rules=("T6.1",)
)
