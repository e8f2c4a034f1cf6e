"""An aligned product sums integers in 32 bits, which overflow."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(total=lambda products: (sum(products) + 2**31) % 2**32 - 2**31)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_sum_wraps",
    ("matmul_aligned",),
    "matmul_aligned/f32/limits/16-16",
    spoil,
    "aligned:overflow",
    rules=("T11.6",),
)
