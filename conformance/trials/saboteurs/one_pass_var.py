"""var subtracts n times the squared mean from the sum of squares."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    if call.label != "f32" or not terms.size:
        output[...] = session.right(call, inputs, output)
        return
    total, count = pairwise(terms.T), np.float32(terms.shape[1])
    squares = pairwise((terms * terms).T) - total * (total / count)
    divisor = np.float32(max(0, terms.shape[1] - call.attributes["correction"]))
    output[...] = canonical(squares / divisor).reshape(output.shape)


backend = Saboteur(
    "one_pass_var", ("var",), "var/f32/length/100", spoil, "one-pass", rules=("T3.var.1",)
)
