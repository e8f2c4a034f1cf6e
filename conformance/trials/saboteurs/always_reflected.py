"""grid_sample reflects coordinates although they should be clamped to the border."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, padding_mode="reflection")


backend = Saboteur(
    "always_reflected",
    ("grid_sample",),
    "grid_sample/f32/ways/bilinear-border",
    spoil,
    "attribute:padding_mode",
    rules=("G13.9",),
)
