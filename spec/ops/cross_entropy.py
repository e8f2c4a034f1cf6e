"""Cross entropy of logits and classes (clause G7): log_softmax, then a term for each place."""

from samebits.spec.families.class_losses import (
    IGNORE_INDEX,
    LABEL_SMOOTHING,
    chosen,
    cross,
    negative_log,
    reduced_where_present,
    signatures,
    smoothed,
    weights,
)
from samebits.spec.families.losses import REDUCTION
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Graph, Ref, node

OP = Op(
    name="cross_entropy",
    op_class="graph",
    summary="-log_softmax(input) at the class that target names, weighted, smoothed, reduced",
    operands=("input", "target", "weight"),
    optional_from=2,
    signatures=signatures(1),
    shape_rule=cross,
    clauses=("R4", "S1", "T1", "T8", "G1", "G3", "G7"),
    profile="nn",
    attributes=(IGNORE_INDEX, LABEL_SMOOTHING, REDUCTION),
    graph=Graph(
        operands=("input", "target", "weight"),
        nodes=(
            node("x", "cast", "input"),
            node("logs", "log_softmax", "x", axis=1),
            *chosen(),
            *weights(),
            *negative_log("logs"),
            *smoothed(),
            *reduced_where_present("term"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="input",
            op="cross_entropy_gradient",
            inputs=("gradient of result", "input", "target", "weight"),
            attributes={
                name: Ref(name) for name in ("ignore_index", "label_smoothing", "reduction")
            },
        ),
    ),
)
