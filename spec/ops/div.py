"""Division."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="div",
    op_class="round",
    summary="a / b, rounded once",
    operands=("a", "b"),
    signatures=same_format(2, "f64", "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("R1", "R2", "R3", "S1", "S4"),
    profile="core",
)
