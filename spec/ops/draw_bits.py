"""Random words, from which all other draws are computed (clause D2)."""

from samebits.spec.families.draws import DRAWN, draw
from samebits.spec.language.declare import Op

OP = Op(
    name="draw_bits",
    op_class="draw",
    summary="the 32-bit draws, or the 64-bit draws as two's complement",
    operands=(),
    signatures=(((), ("u32",)), ((), ("i64",))),
    shape_rule=draw,
    clauses=("D1", "D2"),
    profile="nn",
    attributes=DRAWN,
    drawn_at_smoke=True,
)
