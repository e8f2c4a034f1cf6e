"""Random numbers from the standard normal distribution (clause D2)."""

from samebits.spec.families.draws import DRAWN, draw
from samebits.spec.language.declare import Op

OP = Op(
    name="normal",
    op_class="draw",
    summary="the standard normal quantile at the middle of a draw, rounded once",
    operands=(),
    signatures=tuple(((), (f,)) for f in ("f32", "f64", "f16", "bf16")),
    shape_rule=draw,
    clauses=("D1", "D2"),
    profile="nn",
    attributes=DRAWN,
)
