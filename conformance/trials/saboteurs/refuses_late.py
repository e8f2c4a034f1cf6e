"""scatter_add detects an index out of range only after it has written earlier results."""

from samebits.backends.checks import check_call
from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = inputs[0]
    check_call(call, inputs, [output])
    output[...] = session.right(call, inputs, output)


backend = Saboteur(
    "refuses_late",
    ("scatter_add",),
    "scatter_add/f32_i64_to_f32/refused/an-index-below-0",
    spoil,
    diagnosis="refusal:late",
    rules=("C2.1",),
)
