"""A rectifier with a learnt slope below zero for each channel (clause G9)."""

from samebits.spec.families.channel_slopes import PRELU, prelu
from samebits.spec.families.elementwise_graphs import FORMATS, OUTGOING
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.gradients import Gradient

OP = Op(
    name="prelu",
    op_class="graph",
    summary="x where x > 0, else weight * x, a weight for each channel",
    operands=("x", "weight"),
    signatures=same_format(2, *FORMATS),
    shape_rule=prelu,
    clauses=("R4", "S1", "S3", "G1", "G9"),
    profile="nn",
    graph=PRELU,
    gradients=tuple(
        Gradient(
            operand=operand,
            op="prelu_gradient",
            inputs=(OUTGOING, "x", "weight"),
            result=f"{operand}_gradient",
        )
        for operand in ("x", "weight")
    ),
    notes="For one weight for all elements, pass x as [N, 1, places].",
)
