"""A max pool returns the index of the last of several equal elements."""

from samebits.conformance.diagnosis.hypotheses.graph_extremes_hypotheses import ways
from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    last = {name: run for name, _, run in ways(call)}.get("argmax-last")
    return last(call, operands) if last else None


backend = Saboteur(
    "pool_of_last",
    ("max_pool2d",),
    "max_pool2d/f32*/special",
    by_nodes(wrong),
    "argmax-last",
    rules=("G10.3", "S3.5"),
)
