"""Instance norm (clause G6): each channel of each sample is normalised separately."""

from samebits.spec.families.channel_norms import instance_norm
from samebits.spec.families.group_graphs import forward_graph
from samebits.spec.families.norms import eps, forward
from samebits.spec.language.declare import Gradient, Op

OP = Op(
    name="instance_norm",
    op_class="graph",
    summary="((x - mean) * rstd) * weight + bias over the places of a channel, every node rounded",
    operands=("x", "weight", "bias"),
    optional_from=1,
    signatures=forward((1, 2, 3), 2),
    shape_rule=instance_norm,
    clauses=("R4", "S1", "T1", "G1", "G3", "G6"),
    profile="nn",
    results=("y", "mean", "rstd"),
    attributes=(eps(1e-5),),
    graph=forward_graph("C"),
    gradients=tuple(
        Gradient(
            operand=operand,
            op="instance_norm_gradient",
            inputs=("gradient of y", "x", "mean", "rstd", "weight"),
            result=f"{operand}_gradient",
        )
        for operand in ("x", "weight", "bias")
    ),
)
