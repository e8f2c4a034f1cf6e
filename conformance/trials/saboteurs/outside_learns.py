"""grid_sample_gradient adds gradients of positions outside a zero-padded image to its edge."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, padding_mode="border")


backend = Saboteur(
    "outside_learns",
    ("grid_sample_gradient",),
    "grid_sample_gradient/f32/ways/bilinear-zeros",
    spoil,
    "attribute:padding_mode",
    rules=("G13.11",),
)
