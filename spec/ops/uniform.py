"""Uniform random numbers in [0, 1), evenly spaced (clause D2)."""

from samebits.spec.families.draws import DRAWN, draw
from samebits.spec.language.declare import Op

OP = Op(
    name="uniform",
    op_class="draw",
    summary="the upper p bits of a draw divided by 2^p, where p is the precision of the format",
    operands=(),
    signatures=tuple(((), (f,)) for f in ("f32", "f64", "f16", "bf16")),
    shape_rule=draw,
    clauses=("D1", "D2"),
    profile="nn",
    attributes=DRAWN,
    drawn_at_smoke=True,
)
