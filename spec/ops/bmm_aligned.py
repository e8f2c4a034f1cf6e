"""Batched product of aligned integers: `matmul_aligned` for every batch, with the same bits."""

from samebits.spec.aligned import BITS, aligned_signatures, bmm
from samebits.spec.declare import Attribute, Op

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
    attributes=(
        Attribute(
            "transpose_a",
            "a is stored with its last two axes swapped",
            False,
            choices=(False, True),
        ),
        Attribute(
            "transpose_b",
            "b is stored with its last two axes swapped",
            False,
            choices=(False, True),
        ),
        BITS,
    ),
)
