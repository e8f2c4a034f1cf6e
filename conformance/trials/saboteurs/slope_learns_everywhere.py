"""prelu_gradient treats all positions as negative when it adds the gradients of slopes."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "where" and not np.any(operands[1]):
            return np.asarray(operands[2])
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "slope_learns_everywhere",
    ("prelu_gradient",),
    "prelu_gradient/f32/shape/places",
    spoil,
    "left-out",
    rules=("G9.8",),
)
