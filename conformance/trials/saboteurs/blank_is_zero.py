"""ctc_loss always uses class 0 as the blank."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    as_another_call(session, call, inputs, output, blank=0)


backend = Saboteur(
    "blank_is_zero",
    ("ctc_loss",),
    "ctc_loss/f32_i64_to_f32/blank/last",
    spoil,
    "attribute:blank",
    rules=("G7.17",),
)
