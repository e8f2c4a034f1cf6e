"""A fused softmax multiplies by the reciprocal of the sum instead of dividing by the sum."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical
from samebits.spec.catalog import get_op
from samebits.spec.graph_walk import run_graph


def spoil(session, call, inputs, output):
    def node(inner, operands):
        like = np.zeros(
            get_op(inner.op).output_shapes(inner, [x.shape for x in operands])[0],
            np.float32 if inner.outputs[0] == "f32" else output.dtype,
        )
        if inner.op == "div" and call.label == "f32":
            return canonical(operands[0] * (np.float32(1) / operands[1]))
        return session.right(inner, operands, like)

    values = run_graph(get_op("softmax").graph, call, inputs, node)
    output[...] = values["y"]


backend = Saboteur(
    "reciprocal_softmax",
    ("softmax",),
    "softmax/f32/length/257*",
    spoil,
    "reciprocal",
    rules=("G2.1", "G1.2"),
)
