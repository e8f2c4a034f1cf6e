"""Uniform random numbers in [0, 1), evenly spaced (clause D2)."""

from samebits.spec.families.draws import DRAWN, draw
from samebits.spec.language.declare import Op

OP = Op(
    name="uniform",
    op_class="draw",
    summary="the upper bits of a draw, as many as the significand has, over their number",
    operands=(),
    signatures=tuple(((), (f,)) for f in ("f32", "f64", "f16", "bf16")),
    shape_rule=draw,
    clauses=("D1", "D2"),
    profile="nn",
    attributes=DRAWN,
    drawn_at_smoke=True,
)
