"""Conversion between formats (clause R5): one rounding of the source value.

The value never passes through a third format. A cast to the same format copies bits (clause S2).
"""

from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.shapes import elementwise

OP = Op(
    name="cast",
    op_class="round",
    summary="x in another format: floats rounded once, floats to integers truncated",
    operands=("x",),
    signatures=tuple(((source,), (target,)) for source in FORMATS for target in FORMATS),
    shape_rule=elementwise,
    clauses=("F1", "R1", "R2", "R5", "S1", "S2"),
    profile="core",
    drawn_at_smoke=True,
    attributes=(
        Attribute(
            "saturate",
            "whether values beyond the range of f8e4m3fn give +-448 instead of NaN (R5.2)",
            True,
            choices=(False, True),
        ),
    ),
)
