"""grid_sample maps -1 and 1 to the edges of the image even with align_corners."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, align_corners=False)


backend = Saboteur(
    "corners_forgotten",
    ("grid_sample",),
    "grid_sample/f32/ways/bilinear-zeros-corners",
    spoil,
    "attribute:align_corners",
    rules=("G13.8",),
)
