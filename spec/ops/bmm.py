"""Batched matrix product: `matmul` for every batch, with the same bits."""

from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.shapes import bmm

_FORMATS = ("f64", "f32", "f16", "bf16")

OP = Op(
    name="bmm",
    op_class="tree",
    summary="contraction T4 of a[B, M, K] and b[B, K, N], plus bias[N]",
    operands=("a", "b", "bias"),
    optional_from=2,
    signatures=same_format(2, *_FORMATS) + same_format(3, *_FORMATS),
    shape_rule=bmm,
    clauses=("R4", "S1", "T1", "T4"),
    profile="contract",
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
    ),
)
