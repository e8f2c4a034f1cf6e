"""Gradients of `group_norm` with respect to x, weight and bias (clauses G5, G6)."""

from samebits.spec.families.channel_norms import group_norm_gradient
from samebits.spec.families.group_graphs import GRADIENT_OPERANDS, GRADIENTS, gradient_graph
from samebits.spec.families.norms import backward
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="group_norm_gradient",
    op_class="graph",
    summary="the gradients of x, weight and bias of `group_norm`",
    operands=GRADIENT_OPERANDS,
    optional_from=4,
    signatures=backward(2, 2),
    shape_rule=group_norm_gradient,
    clauses=("R4", "S1", "T1", "G1", "G4", "G5", "G6"),
    profile="nn",
    results=GRADIENTS,
    attributes=(
        Attribute("num_groups", "groups of channels", required=True, kind="integer", least=1),
    ),
    graph=gradient_graph("num_groups"),
)
