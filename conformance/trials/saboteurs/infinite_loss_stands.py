"""ctc_loss returns an infinite loss although zero_infinity requires +0."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, zero_infinity=False)


backend = Saboteur(
    "infinite_loss_stands",
    ("ctc_loss",),
    "ctc_loss/f32_i64_to_f32/too-few-finite",
    spoil,
    "attribute:zero_infinity",
    rules=("G7.18",),
)
