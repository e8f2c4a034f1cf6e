"""Square root."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="sqrt",
    op_class="round",
    summary="square root of x, rounded once",
    operands=("x",),
    signatures=same_format(1, "f64", "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("R1", "R2", "R3", "S1", "S4"),
    profile="core",
)
