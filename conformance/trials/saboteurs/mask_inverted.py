"""masked_fill writes where the mask is false, as if the mask selected elements to keep."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph


def spoil(session, call, inputs, output):
    x, mask = inputs
    output[...] = right_graph(session, call, [x, np.logical_not(mask)])


backend = Saboteur(
    "mask_inverted",
    ("masked_fill",),
    "masked_fill/f32/everyday",
    spoil,
    "choice-reversed",
    rules=("G9.masked_fill",),
)
