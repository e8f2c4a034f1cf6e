"""grid_sample_gradient adds to four elements although bicubic mode has read sixteen."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, mode="bilinear")


backend = Saboteur(
    "cubic_learns_linearly",
    ("grid_sample_gradient",),
    "grid_sample_gradient/f32/ways/bicubic-zeros",
    spoil,
    "attribute:mode",
    rules=("G13.13",),
)
