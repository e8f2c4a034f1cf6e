"""Random numbers from the exponential distribution with rate 1 (clause D2)."""

from samebits.spec.families.draws import DRAWN, draw
from samebits.spec.language.declare import Op

OP = Op(
    name="exponential",
    op_class="draw",
    summary="-log at the middle of a draw, rounded once",
    operands=(),
    signatures=tuple(((), (f,)) for f in ("f32", "f64", "f16", "bf16")),
    shape_rule=draw,
    clauses=("D1", "D2"),
    profile="nn",
    attributes=DRAWN,
)
