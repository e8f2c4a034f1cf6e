"""Adagrad multiplies by the rounded reciprocal of its denominator."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        if inner.op != "div":
            return None
        return canonical(operands[0] * (operands[1].dtype.type(1) / operands[1]))

    with np.errstate(all="ignore"):
        with_node(session, call, inputs, output, node)


backend = Saboteur(
    "reciprocal_adagrad",
    ("adagrad",),
    "adagrad/f32/attributes/0",
    spoil,
    "reciprocal",
    rules=("G8.4", "G8.13"),
)
