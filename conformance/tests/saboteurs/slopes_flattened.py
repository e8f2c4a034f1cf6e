"""prelu_gradient adds the terms of a slope over all samples and places at once."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur, canonical, pairwise, with_node


def spoil(session, call, inputs, output):
    with_node(session, call, inputs, output, lambda inner, operands: None)
    gradient, x, _ = (value.astype(np.float32) for value in inputs)
    terms = np.where(x > 0, np.float32(0), x * gradient)
    if not terms.size:
        return
    rows = np.moveaxis(terms, 1, 0).reshape(terms.shape[1], -1)
    (total,) = session.memory["others"]
    total[...] = canonical(pairwise(rows.T.copy()).astype(total.dtype))


backend = Saboteur(
    "slopes_flattened",
    ("prelu_gradient",),
    "prelu_gradient/f32/length/samples",
    spoil,
    "unexplained",
    rules=("G5.1", "G9.8"),
)
