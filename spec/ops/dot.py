"""Dot product of two vectors: one contraction (clause T4)."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import dot

OP = Op(
    name="dot",
    op_class="tree",
    summary="contraction T4 of a[K] and b[K]",
    operands=("a", "b"),
    signatures=same_format(2, "f64", "f32", "f16", "bf16"),
    shape_rule=dot,
    clauses=("R4", "S1", "T1", "T4"),
    profile="contract",
)
