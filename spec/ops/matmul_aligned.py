"""Matrix product of aligned integers (clause T11); each sum is exact within a block."""

from samebits.spec.families.aligned import BITS, aligned_signatures, matmul
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import TRANSPOSES

OP = Op(
    name="matmul_aligned",
    op_class="tree",
    summary="aligned contraction T11 of a[M, K] and b[K, N], plus bias[N]",
    operands=("a", "b", "bias"),
    optional_from=2,
    signatures=aligned_signatures(),
    shape_rule=matmul,
    clauses=("R4", "S1", "T1", "T11"),
    profile="aligned",
    attributes=(*TRANSPOSES, BITS),
)
