"""Negative logarithm of the probability of the right class (clause G7)."""

from samebits.spec.families.class_losses import (
    IGNORE_INDEX,
    chosen,
    negative_log,
    nll,
    reduced_where_present,
    signatures,
    weights,
)
from samebits.spec.families.losses import REDUCTION
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Graph, Ref, Size, node

OP = Op(
    name="nll_loss",
    op_class="graph",
    summary="-input at the class that target names, times its weight, reduced",
    operands=("input", "target", "weight"),
    optional_from=2,
    signatures=signatures(1),
    shape_rule=nll,
    clauses=("R4", "S1", "T1", "T8", "G1", "G7"),
    profile="nn",
    attributes=(IGNORE_INDEX, REDUCTION),
    graph=Graph(
        operands=("input", "target", "weight"),
        nodes=(
            node("logs", "cast", "input"),
            *chosen(),
            *weights(),
            *negative_log("logs"),
            *reduced_where_present("each"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="input",
            op="nll_loss_gradient",
            inputs=("gradient of result", "target", "weight"),
            attributes={
                "classes": Size("C"),
                "ignore_index": Ref("ignore_index"),
                "reduction": Ref("reduction"),
            },
        ),
    ),
)
