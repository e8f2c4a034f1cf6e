"""The gradient of a max pool adds gradients one after the other, as atomic additions do."""

from samebits.conformance.diagnosis.hypotheses.graph_extremes_hypotheses import ways
from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    other = {name: run for name, _, run in ways(call)}.get("scatter-order")
    return other(call, operands) if other else None


backend = Saboteur(
    "pool_gradient_in_order",
    ("max_pool2d_gradient",),
    "max_pool2d_gradient/f32*/chosen/few",
    by_nodes(wrong),
    "scatter-order",
    rules=("G10.4", "T7.1"),
)
