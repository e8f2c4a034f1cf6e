"""Selection by a boolean: bits are copied, so the payload of a NaN does not change."""

from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import elementwise

OP = Op(
    name="where",
    op_class="move",
    summary="a where condition is true, else b",
    operands=("condition", "a", "b"),
    signatures=tuple((("bool", f, f), (f,)) for f in FORMATS),
    shape_rule=elementwise,
    clauses=("S2",),
    profile="core",
    notes="Any non-zero byte of condition counts as true.",
)
