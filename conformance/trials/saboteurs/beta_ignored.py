"""smooth_l1_loss always uses 1 for beta."""

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    changed = {**call.attributes, "beta": 1.0}
    inner = get_op(call.op).call(call.inputs, call.outputs, **changed)
    output[...] = right_graph(session, inner, inputs)


backend = Saboteur(
    "beta_ignored",
    ("smooth_l1_loss",),
    "smooth_l1_loss/f32/none/beta-3",
    spoil,
    "attribute:beta",
    rules=("G7.6",),
)
