"""An aligned product aligns each row over all K terms, as Ozaki's scheme does."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(whole=True)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_over_all_terms",
    ("matmul_aligned",),
    "matmul_aligned/f32/blocks/24-16",
    spoil,
    "aligned:whole-k",
    rules=("T11.3",),
)
