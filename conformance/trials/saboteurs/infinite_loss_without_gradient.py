"""ctc_loss_gradient is +0 for an infinite loss, even without zero_infinity."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, zero_infinity=True)


backend = Saboteur(
    "infinite_loss_without_gradient",
    ("ctc_loss_gradient",),
    "ctc_loss_gradient/f32_i64_to_f32/too-few",
    spoil,
    "attribute:zero_infinity",
    rules=("G7.19",),
)
