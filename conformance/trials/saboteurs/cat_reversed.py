"""cat joins its operands in reverse order."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = np.concatenate(inputs[::-1], call.attributes["axis"])


backend = Saboteur(
    "cat_reversed",
    ("cat",),
    "cat/f32/two/matrix",
    spoil,
    "operands-reversed",
    rules=("S2.cat",),
)
