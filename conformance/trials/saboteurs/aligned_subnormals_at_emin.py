"""An aligned product uses the exponent -126 for a subnormal row."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(least=-126)


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_subnormals_at_emin",
    ("matmul_aligned",),
    "matmul_aligned/f32/ties-a/16-16",
    spoil,
    "aligned:exponent-of-subnormals",
    rules=("T11.4",),
)
