"""AdamW counts its steps from 0, so that every bias correction belongs to the previous step."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, step=max(1, call.attributes["step"] - 1))


backend = Saboteur(
    "steps_from_zero",
    ("adamw",),
    "adamw/f32/attributes/0",
    spoil,
    "other-attribute",
    rules=("G8.1", "G8.8"),
)
