"""A max pool returns the index of the last NaN of a window, as PyTorch does."""

from samebits.conformance.diagnosis.hypotheses.graph_extremes_hypotheses import ways
from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    last = {name: run for name, _, run in ways(call)}.get("nan-last")
    return last(call, operands) if last else None


backend = Saboteur(
    "pool_of_last_nan",
    ("max_pool1d",),
    "max_pool1d/f32*/special-steps",
    by_nodes(wrong),
    "nan-last",
    rules=("G10.3", "S3.5"),
)
