"""AdamW subtracts beta2 from 1 in binary32, after beta2 has been rounded to binary32."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    beta = call.attributes["beta2"]
    right, wrong = np.float32(1 - beta), np.float32(1) - np.float32(beta)

    def node(inner, operands):
        if inner.op != "mul" or operands[1].dtype != np.float32 or not (operands[1] == right).all():
            return None
        return operands[0] * wrong

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "scalars_in_binary32",
    ("adamw",),
    "adamw/f32/attributes/0",
    spoil,
    "number-in-binary32",
    rules=("G3.1", "G8.8"),
)
