"""An aligned product treats a block with NaN or infinity as +0."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(lost=0.0)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_nan_lost",
    ("matmul_aligned",),
    "matmul_aligned/f32/placed/24-16",
    spoil,
    "aligned:lost-nan",
    rules=("T11.8",),
)
