"""An aligned product reads the lowest byte as signed, without correcting the other bytes."""

from samebits.conformance.trials.aligned_products import Way, product
from samebits.conformance.trials.saboteurs.base import Saboteur

WAY = Way(second=lambda q: q - ((q & 128) << 1))


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    product(call, inputs, output, WAY)


backend = Saboteur(
    "aligned_digit_uncorrected",
    ("matmul_aligned",),
    "matmul_aligned/f32/ragged/16-16/*",
    spoil,
    "aligned:signed-low-digit",
    rules=("T11.6",),
)
