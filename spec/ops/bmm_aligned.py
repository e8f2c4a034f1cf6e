"""Batched product of aligned integers: `matmul_aligned` for every batch, with the same bits."""

from samebits.spec.families.aligned import BITS, aligned_signatures, bmm
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import TRANSPOSES

OP = Op(
    name="bmm_aligned",
    op_class="tree",
    summary="aligned contraction T11 of a[B, M, K] and b[B, K, N], plus bias[N]",
    operands=("a", "b", "bias"),
    optional_from=2,
    signatures=aligned_signatures(),
    shape_rule=bmm,
    clauses=("R4", "S1", "T1", "T11"),
    profile="aligned",
    attributes=(*TRANSPOSES, BITS),
)
