"""exp in binary64 is computed by the C library: wrong for about one operand in a thousand."""

import math

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def _exp(x):
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f64":
        finite = np.isfinite(inputs[0])
        right[finite] = [_exp(x) for x in inputs[0][finite].tolist()]
    output[...] = right


backend = Saboteur(
    "exp_of_the_c_library",
    ("exp",),
    "exp/f64/bulk/core",
    spoil,
    "not-correctly-rounded",
    rules=("R2.1",),
)
