"""GELU, the exact form x/2 * (1 + erf(x/sqrt(2))): one rounding of the exact value."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="gelu",
    op_class="round",
    summary="x * Phi(x), Phi the standard normal distribution function, rounded once",
    operands=("x",),
    signatures=same_format(1, "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("R1", "R2", "R3", "S1", "S4"),
    profile="math",
)
