"""The number of sorted boundaries that come before each value (clause S3)."""

from samebits.spec.families.searches import SEARCH, searchsorted
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="searchsorted",
    op_class="graph",
    summary="the number of boundaries that are below each value, or not above it",
    operands=("boundaries", "values"),
    signatures=tuple(
        ((form, form), ("i64",)) for form in ("f32", "f16", "bf16", "f64", "i64", "i32")
    ),
    shape_rule=searchsorted,
    clauses=("S3", "G1"),
    profile="nn",
    attributes=(
        Attribute(
            "right", "whether boundaries equal to the value count too", False, choices=(False, True)
        ),
    ),
    graph=SEARCH,
    notes="The boundaries are meant to ascend; the rule counts them in any order.",
)
