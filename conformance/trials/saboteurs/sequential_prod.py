"""prod multiplies from left to right."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    if call.label != "f32" or not terms.size:
        output[...] = session.right(call, inputs, output)
        return
    product = np.multiply.accumulate(terms, axis=1)[:, -1]
    output[...] = canonical(product).reshape(output.shape)


backend = Saboteur(
    "sequential_prod",
    ("prod",),
    "prod/f32/length/100",
    spoil,
    "sequential-product",
    rules=("T3.prod",),
)
