"""The gradient of a variance is divided by n, whatever the value of correction."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    if call.op != "div":
        return None
    count = next(x[0].shape[1] for inner, x in before if inner.op == "mean")
    return operands[0] / np.float32(count)


backend = Saboteur(
    "biased_var_gradient",
    ("var_gradient",),
    "var_gradient/f32/length/17/1",
    by_nodes(wrong),
    "biased",
    rules=("G12.var",),
)
