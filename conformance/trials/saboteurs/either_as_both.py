"""logical_or is true only where both operands are true."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = np.logical_and(*inputs)


backend = Saboteur(
    "either_as_both", ("logical_or",), "logical_or/bool/bytes", spoil, "equality", rules=("G9.6",)
)
