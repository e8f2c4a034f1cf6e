"""grid_sample interpolates between four elements although bicubic mode needs sixteen."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, mode="bilinear")


backend = Saboteur(
    "cubic_is_bilinear",
    ("grid_sample",),
    "grid_sample/f32/ways/bicubic-zeros",
    spoil,
    "attribute:mode",
    rules=("G13.12",),
)
