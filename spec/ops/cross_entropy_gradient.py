"""Gradient of cross_entropy with respect to its logits (clause G7)."""

from samebits.spec.families.class_losses import (
    IGNORE_INDEX,
    LABEL_SMOOTHING,
    chosen,
    cross_gradient,
    only_where_present,
    share_of_places,
    signatures,
    unsmoothed,
    weights,
)
from samebits.spec.families.losses import REDUCTION
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, node

OP = Op(
    name="cross_entropy_gradient",
    op_class="graph",
    summary="log_softmax_gradient of the gradient of every logarithm; +0 where ignored",
    operands=("gradient", "input", "target", "weight"),
    optional_from=3,
    signatures=signatures(2),
    shape_rule=cross_gradient,
    clauses=("R4", "S1", "T1", "T8", "G1", "G3", "G7"),
    profile="nn",
    attributes=(IGNORE_INDEX, LABEL_SMOOTHING, REDUCTION),
    graph=Graph(
        operands=("gradient", "input", "target", "weight"),
        nodes=(
            node("x", "cast", "input"),
            node("logs", "log_softmax", "x", axis=1),
            *chosen(),
            *weights(),
            *share_of_places(),
            *unsmoothed(),
            node("slope", "log_softmax_gradient", "dlogs", "logs", axis=1),
            *only_where_present("slope"),
        ),
        results=("y",),
    ),
)
