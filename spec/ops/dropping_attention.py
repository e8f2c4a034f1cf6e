"""Attention that drops keys of each query at random (clauses T8, D3)."""

from samebits.spec.families.attention import DROPPING, dropping_attention, signatures
from samebits.spec.families.attention_graphs import attention_graph
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Ref

_READ = ("query", "key", "value", "result", "gradient of result", "mask")

OP = Op(
    name="dropping_attention",
    op_class="graph",
    summary="scaled_dot_product_attention with dropout of keys, each drawn for each query",
    operands=("query", "key", "value", "mask"),
    optional_from=3,
    signatures=signatures(3),
    shape_rule=dropping_attention,
    clauses=("D1", "D2", "R4", "S1", "S3", "T1", "T4", "T8", "G1", "G3", "D3"),
    profile="nn",
    attributes=DROPPING,
    graph=attention_graph,
    gradients=tuple(
        Gradient(
            operand=operand,
            op="dropping_attention_gradient",
            inputs=_READ,
            result=f"{operand}_gradient",
            attributes={each.name: Ref(each.name) for each in DROPPING},
        )
        for operand in ("query", "key", "value", "mask")
    ),
)
