"""embedding_bag_gradient gives the gradient of a maximum to the last place that has it."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "argmax" and operands[0].dtype != np.bool_:
            turned = np.flip(operands[0], 1)
            return operands[0].shape[1] - 1 - np.argmax(turned, 1)
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "last_of_a_bag",
    ("embedding_bag_gradient",),
    "embedding_bag_gradient/f32_i64_to_f32/special/max",
    spoil,
    "unexplained",
    rules=("T8.11",),
)
