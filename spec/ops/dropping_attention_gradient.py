"""Gradients of `dropping_attention` (clauses T8, D3)."""

from samebits.spec.families.attention import (
    DROPPING,
    dropping_attention_gradient,
    signatures,
)
from samebits.spec.families.attention_graphs import attention_gradient_graph
from samebits.spec.language.declare import Op

OP = Op(
    name="dropping_attention_gradient",
    op_class="graph",
    summary="the gradients of query, key, value and a mask of numbers of `dropping_attention`",
    operands=("query", "key", "value", "result", "gradient", "mask"),
    optional_from=5,
    results=("query_gradient", "key_gradient", "value_gradient", "mask_gradient"),
    signatures=signatures(5),
    shape_rule=dropping_attention_gradient,
    clauses=("D1", "D2", "R4", "S1", "S3", "T1", "T4", "T8", "G1", "G3", "G4", "D3"),
    profile="nn",
    attributes=DROPPING,
    graph=attention_gradient_graph,
)
