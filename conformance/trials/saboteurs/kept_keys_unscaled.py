"""dropping_attention does not scale the keys that are not dropped."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    factor = np.float32(1 / (1 - call.attributes["dropout_p"]))

    def node(inner, operands):
        if inner.op == "mul" and operands[1].strides.count(0) and np.all(operands[1] == factor):
            return np.array(operands[0])
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "kept_keys_unscaled",
    ("dropping_attention",),
    "dropping_attention/f32/dropped/tenth",
    spoil,
    "left-out",
    rules=("T8.12",),
)
