"""Attention in one pass over the keys (clause T8): softmax(scale * query key^T + mask) value."""

from samebits.spec.families.attention import ATTRIBUTES, attention, signatures
from samebits.spec.families.attention_graphs import attention_graph
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Ref

_READ = ("query", "key", "value", "result", "gradient of result", "mask")

OP = Op(
    name="scaled_dot_product_attention",
    op_class="graph",
    summary="softmax(scale * query key^T + mask) value, keys in blocks of 256, those masked absent",
    operands=("query", "key", "value", "mask"),
    optional_from=3,
    signatures=signatures(3),
    shape_rule=attention,
    clauses=("R4", "S1", "S3", "T1", "T4", "T8", "G1", "G3"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=attention_graph,
    gradients=tuple(
        Gradient(
            operand=operand,
            op="scaled_dot_product_attention_gradient",
            inputs=_READ,
            result=f"{operand}_gradient",
            attributes={each.name: Ref(each.name) for each in ATTRIBUTES},
        )
        for operand in ("query", "key", "value", "mask")
    ),
)
