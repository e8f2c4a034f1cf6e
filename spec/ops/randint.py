"""Random integers in a range; their probabilities differ by at most about 2^-64 (clause D2)."""

from samebits.spec.families.draws import DRAWN, randint as rule
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="randint",
    op_class="draw",
    summary="low + floor(u * (high - low) / 2^64), u the 64-bit draw",
    operands=(),
    signatures=(((), ("i64",)),),
    shape_rule=rule,
    clauses=("D1", "D2"),
    profile="nn",
    attributes=(
        *DRAWN,
        Attribute("low", "least integer", 0, kind="integer", unbounded=True),
        Attribute(
            "high", "the integer after the greatest", required=True, kind="integer", unbounded=True
        ),
    ),
)
