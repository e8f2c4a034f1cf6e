"""dropout counts elements from the start of its part, instead of the start of the whole."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, whole=None, at=None)


backend = Saboteur(
    "index_in_the_part",
    ("dropout",),
    "dropout/f32/part/rows",
    spoil,
    "attribute:at",
    rules=("D3.1",),
)
