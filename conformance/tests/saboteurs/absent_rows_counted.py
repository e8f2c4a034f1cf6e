"""embedding_bag divides a mean by all places of a bag, absent ones too."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "div":
            return operands[0] / np.float32(inputs[1].shape[1])
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "absent_rows_counted",
    ("embedding_bag",),
    "embedding_bag/f32_i64_to_f32/bags/few/mean",
    spoil,
    "unexplained",
    rules=("T8.10",),
)
