"""ctc_loss adds the ways to a state in ascending order of the states that they come from."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur, right_graph, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "logsumexp" and operands[0].ndim == 3:
            return right_graph(session, inner, [np.ascontiguousarray(operands[0][..., ::-1])])
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "ways_in_another_order",
    ("ctc_loss",),
    "ctc_loss/f32_i64_to_f32/many/samples",
    spoil,
    "unexplained",
    rules=("G7.18",),
)
