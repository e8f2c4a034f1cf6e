"""Gradients of `scaled_dot_product_attention` (clause T8)."""

from samebits.spec.families.attention import (
    ATTRIBUTES,
    attention_gradient,
    signatures,
)
from samebits.spec.families.attention_graphs import attention_gradient_graph
from samebits.spec.language.declare import Op

OP = Op(
    name="scaled_dot_product_attention_gradient",
    op_class="graph",
    summary="the gradients of query, key and value of attention, and of a mask of numbers",
    operands=("query", "key", "value", "result", "gradient", "mask"),
    optional_from=5,
    results=("query_gradient", "key_gradient", "value_gradient", "mask_gradient"),
    signatures=signatures(5),
    shape_rule=attention_gradient,
    clauses=("R4", "S1", "S3", "T1", "T4", "T8", "G1", "G3", "G4"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=attention_gradient_graph,
)
