"""An aligned product does not clamp an integer of 2^(bits - 1)."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(clamped=False)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_without_clamp",
    ("matmul_aligned",),
    "matmul_aligned/f32/ties-a/16-16",
    spoil,
    "aligned:unclamped",
    rules=("T11.5",),
)
