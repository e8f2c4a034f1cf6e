"""searchsorted uses the wrong side for boundaries that are equal to a value."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, right=not call.attributes["right"])


backend = Saboteur(
    "sides_exchanged",
    ("searchsorted",),
    "searchsorted/f32_to_i64/special/left",
    spoil,
    "attribute:right",
    rules=("S3.9",),
)
