"""An aligned product adds its blocks from left to right."""

from samebits.conformance.trials.aligned_products import Way, left_to_right, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(join=left_to_right)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_left_to_right",
    ("matmul_aligned",),
    "matmul_aligned/f32/blocks/24-16",
    spoil,
    "aligned:left-to-right",
    rules=("T11.9",),
)
