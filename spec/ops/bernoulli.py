"""Flags that are true with a probability (clause D2)."""

from samebits.spec.families.draws import DRAWN, PROBABILITY, bernoulli as rule
from samebits.spec.language.declare import Op

OP = Op(
    name="bernoulli",
    op_class="draw",
    summary="whether the 32-bit draw is below p * 2^32, compared exactly",
    operands=(),
    signatures=(((), ("bool",)),),
    shape_rule=rule,
    clauses=("D1", "D2"),
    profile="nn",
    attributes=(*DRAWN, PROBABILITY),
    drawn_at_smoke=True,
)
