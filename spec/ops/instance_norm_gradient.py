"""Gradients of `instance_norm` with respect to x, weight and bias (clauses G5, G6)."""

from samebits.spec.families.channel_norms import instance_norm_gradient
from samebits.spec.families.group_graphs import GRADIENT_OPERANDS, GRADIENTS, gradient_graph
from samebits.spec.families.norms import backward
from samebits.spec.language.declare import Op

OP = Op(
    name="instance_norm_gradient",
    op_class="graph",
    summary="the gradients of x, weight and bias of `instance_norm`",
    operands=GRADIENT_OPERANDS,
    optional_from=4,
    signatures=backward(2, 2),
    shape_rule=instance_norm_gradient,
    clauses=("R4", "S1", "T1", "G1", "G4", "G5", "G6"),
    profile="nn",
    results=GRADIENTS,
    graph=gradient_graph("C"),
)
