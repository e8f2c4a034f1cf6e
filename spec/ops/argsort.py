"""The permutation that sorts along an axis (clause S3), as indices."""

from samebits.spec.families.ordering import sort
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="argsort",
    op_class="move",
    summary="the places in x of the elements that sort returns",
    operands=("x",),
    signatures=tuple(((f,), ("i64",)) for f in FORMATS),
    shape_rule=sort,
    clauses=("S3",),
    profile="reduce",
    attributes=(
        Attribute("axis", "the axis to sort along", -1, kind="axis"),
        Attribute("descending", "the greatest element first", False, choices=(False, True)),
    ),
)
