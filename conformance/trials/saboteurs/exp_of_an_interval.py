"""exp in binary64 is wrong by one ulp for operands from 1.25 to 1.375."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.formats import bits_of


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if call.inputs == ("f64",):
        bits_of(output)[(inputs[0] >= 1.25) & (inputs[0] < 1.375)] ^= np.uint64(1)


backend = Saboteur(
    "exp_of_an_interval",
    ("exp",),
    "law/answers/exp/f64",
    spoil,
    rules=("S4.exp",),
)
