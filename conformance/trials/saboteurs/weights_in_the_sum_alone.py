"""nll_loss without a reduction ignores the weights of the classes."""

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    if call.attributes["reduction"] == "none" and len(inputs) == 3:
        call = get_op(call.op).call(call.inputs[:2], call.outputs, **call.attributes)
    output[...] = right_graph(session, call, inputs[: len(call.inputs)])


backend = Saboteur(
    "weights_in_the_sum_alone",
    ("nll_loss",),
    "nll_loss/f32_i64_to_f32/none-3",
    spoil,
    "left-out",
    rules=("G7.10", "G7.12"),
)
