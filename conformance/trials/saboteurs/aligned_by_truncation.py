"""An aligned product truncates its integers instead of rounding them."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(nearest=int)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_by_truncation",
    ("matmul_aligned",),
    "matmul_aligned/f32/ties-a/16-16",
    spoil,
    "aligned:truncated",
    rules=("T11.5",),
)
