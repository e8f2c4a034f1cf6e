"""Gradient of a rotary embedding (clause G11): the pairs are rotated back."""

from samebits.spec.families import rotary
from samebits.spec.language.declare import Op, same_format

OP = Op(
    name="rotary_embedding_gradient",
    op_class="graph",
    summary="a * cos + b * sin and b * cos - a * sin for each pair a, b of gradients",
    operands=rotary.GRADIENT_OPERANDS,
    signatures=same_format(3, *rotary.FORMATS),
    shape_rule=rotary.rotary_embedding,
    clauses=("R4", "S1", "G1", "G4", "G11"),
    profile="nn",
    attributes=(rotary.INTERLEAVED,),
    graph=rotary.graph(rotary.GRADIENT_OPERANDS, "add", "sub"),
)
