"""Group norm (clause G6): normalisation over a group of channels of one sample."""

from samebits.spec.families.channel_norms import group_norm
from samebits.spec.families.group_graphs import forward_graph
from samebits.spec.families.norms import eps, forward
from samebits.spec.language.declare import Attribute, Gradient, Op
from samebits.spec.language.graph import Ref

OP = Op(
    name="group_norm",
    op_class="graph",
    summary="((x - mean) * rstd) * weight + bias over groups of channels, every node rounded",
    operands=("x", "weight", "bias"),
    optional_from=1,
    signatures=forward((1, 2, 3), 2),
    shape_rule=group_norm,
    clauses=("R4", "S1", "T1", "G1", "G3", "G6"),
    profile="nn",
    results=("y", "mean", "rstd"),
    attributes=(
        Attribute("num_groups", "groups of channels", required=True, kind="integer", least=1),
        eps(1e-5),
    ),
    graph=forward_graph("num_groups"),
    gradients=tuple(
        Gradient(
            operand=operand,
            op="group_norm_gradient",
            inputs=("gradient of y", "x", "mean", "rstd", "weight"),
            result=f"{operand}_gradient",
            attributes={"num_groups": Ref("num_groups")},
        )
        for operand in ("x", "weight", "bias")
    ),
)
