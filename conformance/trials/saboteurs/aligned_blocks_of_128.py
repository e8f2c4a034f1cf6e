"""An aligned product uses blocks of 128 terms."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(block=128)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_blocks_of_128",
    ("matmul_aligned",),
    "matmul_aligned/f32/blocks/24-16",
    spoil,
    "aligned:block-128",
    rules=("T11.3",),
)
