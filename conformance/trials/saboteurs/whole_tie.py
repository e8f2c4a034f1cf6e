"""The gradient of maximum goes in full to both of two equal operands."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    gradient, x, other = inputs
    output[...] = canonical(np.where(x < other, gradient.dtype.type(0), gradient))


backend = Saboteur(
    "whole_tie",
    ("maximum_gradient",),
    "maximum_gradient/f32/equal*",
    spoil,
    "no-choice",
    rules=("G9.maximum_gradient", "G9.3"),
)
