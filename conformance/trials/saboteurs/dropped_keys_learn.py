"""dropping_attention_gradient passes the gradient of a dropped key to query and key."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "where" and not np.any(operands[1]) and operands[1].size > 1:
            return np.array(operands[2])
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "dropped_keys_learn",
    ("dropping_attention_gradient",),
    "dropping_attention_gradient/f32/dropped/most",
    spoil,
    "left-out",
    rules=("T8.13",),
)
