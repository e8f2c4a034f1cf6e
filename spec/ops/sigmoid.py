"""Logistic sigmoid: one rounding of the exact value, not of the formula."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="sigmoid",
    op_class="round",
    summary="1 / (1 + exp(-x)), rounded once",
    operands=("x",),
    signatures=same_format(1, "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("R1", "R2", "R3", "S1", "S4"),
    profile="math",
)
