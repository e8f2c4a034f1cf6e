"""sin in binary64 is the C library's result in long double, rounded again."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f64":
        right = canonical(np.sin(inputs[0].astype(np.longdouble)).astype(np.float64))
    output[...] = right


backend = Saboteur(
    "sin_through_long_double",
    ("sin",),
    "sin/f64/twice",
    spoil,
    "not-correctly-rounded",
    rules=("R2.1",),
)
