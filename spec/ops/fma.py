"""Fused multiply-add: the one rounding is the point of it."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="fma",
    op_class="round",
    summary="a * b + c, rounded once",
    operands=("a", "b", "c"),
    signatures=same_format(3, "f64", "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("R1", "R2", "R3", "S1", "S4"),
    profile="core",
)
