"""Batched matrix product in which masked terms are absent (clause T8)."""

from samebits.spec.families.attention import masked_product
from samebits.spec.families.attention_graphs import masked_product_graph
from samebits.spec.language.declare import Op

OP = Op(
    name="masked_bmm",
    op_class="graph",
    summary="contraction T4 of a[B, M, K] and b[B, K, N] over the k with a true mask; +0 for no k",
    operands=("a", "b", "mask"),
    signatures=tuple(((f, f, "bool"), (f,)) for f in ("f64", "f32", "f16", "bf16")),
    shape_rule=masked_product,
    clauses=("R4", "S1", "T1", "T4", "T8", "G1"),
    profile="nn",
    graph=masked_product_graph,
    notes="mask has the shape of a; the values of a and b where it is false have no effect.",
)
