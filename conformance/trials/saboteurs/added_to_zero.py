"""sum starts every result with +0, so that a sum of -0 becomes +0."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    zero = output == 0
    if inputs[0].size > output.size and not inputs[0].size & (inputs[0].size - 1):
        return  # a tree of 2^n terms has no missing node that could count as +0
    output[zero] = np.zeros((), output.dtype)


backend = Saboteur("added_to_zero", ("sum",), "law/absent/sum/f32", spoil, rules=("T1.3",))
