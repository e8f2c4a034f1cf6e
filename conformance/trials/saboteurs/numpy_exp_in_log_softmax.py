"""log_softmax uses NumPy's exponential, which is not correctly rounded."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph
from samebits.spec.catalog import get_op
from samebits.spec.graph_walk import graph_results


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op == "exp":
            return np.exp(operands[0])
        return right_graph(session, inner, operands)

    (output[...],) = graph_results(get_op(call.op).graph, call, inputs, node)


backend = Saboteur(
    "numpy_exp_in_log_softmax",
    ("log_softmax",),
    "log_softmax/f32/length/256",
    spoil,
    "not-correctly-rounded",
    rules=("G7.1",),
)
