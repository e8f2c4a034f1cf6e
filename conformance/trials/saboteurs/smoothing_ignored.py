"""cross_entropy ignores label smoothing."""

from samebits.conformance.trials.saboteurs.base import Saboteur, right_graph
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    changed = {**call.attributes, "label_smoothing": 0.0}
    inner = get_op(call.op).call(call.inputs, call.outputs, **changed)
    output[...] = right_graph(session, inner, inputs)


backend = Saboteur(
    "smoothing_ignored",
    ("cross_entropy",),
    "cross_entropy/f32_i64_to_f32/none/smooth",
    spoil,
    "attribute:label_smoothing",
    rules=("G7.13",),
)
