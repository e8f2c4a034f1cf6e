"""add checks nothing before it computes: a call that is an error is computed like any other."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    a, b = (np.resize(x, output.shape).astype(output.dtype) for x in (inputs[0], inputs[-1]))
    output[...] = a + b


backend = Saboteur(
    "never_checks",
    ("add",),
    "add/f32/refused/shapes",
    spoil,
    diagnosis="refusal:missing",
    rules=("C2.1",),
)
