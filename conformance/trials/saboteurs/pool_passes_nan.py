"""A max pool ignores NaN, like a comparison with >."""

from samebits.conformance.diagnosis.hypotheses.graph_extremes_hypotheses import ways
from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    other = {name: run for name, _, run in ways(call)}.get("nan-ignored")
    return other(call, operands) if other and call.op == "max" else None


backend = Saboteur(
    "pool_passes_nan",
    ("adaptive_max_pool2d",),
    "adaptive_max_pool2d/f32*/special",
    by_nodes(wrong),
    "nan-ignored",
    rules=("G10.3", "G10.8", "S3.4"),
)
