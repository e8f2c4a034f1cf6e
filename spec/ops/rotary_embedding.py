"""Rotary embedding (clause G11): pairs of features rotated by the angle of their position."""

from samebits.spec.families import rotary
from samebits.spec.language.declare import Gradient, Op, same_format
from samebits.spec.language.graph import Ref

OP = Op(
    name="rotary_embedding",
    op_class="graph",
    summary="a * cos - b * sin and b * cos + a * sin for each pair a, b of features",
    operands=rotary.OPERANDS,
    signatures=same_format(3, *rotary.FORMATS),
    shape_rule=rotary.rotary_embedding,
    clauses=("R4", "S1", "G1", "G11"),
    profile="nn",
    attributes=(rotary.INTERLEAVED,),
    graph=rotary.graph(rotary.OPERANDS, "sub", "add"),
    gradients=(
        Gradient(
            operand="x",
            op="rotary_embedding_gradient",
            inputs=("gradient of result", "cos", "sin"),
            attributes={"interleaved": Ref("interleaved")},
        ),
    ),
)
