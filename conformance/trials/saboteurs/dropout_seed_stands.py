"""dropout draws the same elements in every step, because its stream does not advance."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, stream=(0, 0))


backend = Saboteur(
    "dropout_seed_stands",
    ("dropout",),
    "trajectory/convolutional/f32/small/steps",
    spoil,
    "attribute:stream",
    rules=("D3.1", "G20.5"),
)
