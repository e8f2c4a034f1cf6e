"""Batched matrix product: `matmul` for every batch, with the same bits."""

from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import TRANSPOSES, bmm
from samebits.spec.language.signatures import contraction_signatures, integer_product_signatures

OP = Op(
    name="bmm",
    op_class="tree",
    summary="contraction T4 of a[B, M, K] and b[B, K, N], plus bias[N]",
    operands=("a", "b", "bias"),
    optional_from=2,
    signatures=contraction_signatures(bias=True) + integer_product_signatures(),
    shape_rule=bmm,
    clauses=("R4", "S1", "T1", "T4"),
    profile="contract",
    attributes=TRANSPOSES,
)
