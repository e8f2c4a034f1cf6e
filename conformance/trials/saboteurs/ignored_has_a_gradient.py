"""cross_entropy_gradient also writes gradients at an ignored position, for the other classes."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    """Compute the gradient as if no position were ignored: an ignored class counts as a class."""
    limit = inputs[1].shape[1]
    nobody = {**call.attributes, "ignore_index": limit}
    inner = get_op(call.op).call(call.inputs, call.outputs, **nobody)
    named = np.clip(inputs[2], 0, limit - 1)
    output[...] = right_graph(session, inner, [*inputs[:2], named, *inputs[3:]])


backend = Saboteur(
    "ignored_has_a_gradient",
    ("cross_entropy_gradient",),
    "cross_entropy_gradient/f32_i64_to_f32/none/ignored",
    spoil,
    "attribute:ignore_index",
    rules=("G7.11", "G7.14"),
)
