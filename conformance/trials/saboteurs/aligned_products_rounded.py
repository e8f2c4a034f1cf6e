"""An aligned product rounds every product of integers to 24 bits."""

import numpy as np

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(total=lambda products: sum(int(np.float32(p)) for p in products))


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_products_rounded",
    ("matmul_aligned",),
    "matmul_aligned/f32/ragged/24-24/2x9x300",
    spoil,
    "aligned:rounded-products",
    rules=("T11.6",),
)
