"""Error function, 2/sqrt(pi) times the integral of exp(-t*t) from 0 to x."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="erf",
    op_class="round",
    summary="error function of x, rounded once",
    operands=("x",),
    signatures=same_format(1, "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("R1", "R2", "R3", "S1", "S4"),
    profile="math",
)
