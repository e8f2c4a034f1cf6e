"""sgd uses its momentum buffer as the step even with nesterov."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, nesterov=False)


backend = Saboteur(
    "nesterov_ignored",
    ("sgd",),
    "sgd/f32/attributes/2",
    spoil,
    "attribute:nesterov",
    rules=("G8.6",),
)
