"""sum is wrong by one ulp if its process may use only one processor."""

import os

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if len(os.sched_getaffinity(0)) == 1 and call.label == "f32":
        output.reshape(-1)[:1] = np.nextafter(output.reshape(-1)[:1], np.float32(7))


backend = Saboteur(
    "one_processor",
    ("sum",),
    "law/machine/sum/f32",
    spoil,
    rules=("C1.3",),
)
