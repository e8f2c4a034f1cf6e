"""Stable sort along an axis (clause S3): zeros are equal, and a NaN is above every number."""

from samebits.spec.families.ordering import sort
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Attribute, Gradient, Op, same_format
from samebits.spec.language.graph import Ref

OP = Op(
    name="sort",
    op_class="move",
    summary="x in ascending or descending order along one axis, bits copied",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=sort,
    clauses=("S2", "S3"),
    profile="reduce",
    attributes=(
        Attribute("axis", "the axis to sort along", -1, kind="axis"),
        Attribute("descending", "the greatest element first", False, choices=(False, True)),
    ),
    gradients=(
        Gradient(
            operand="x",
            op="sort_gradient",
            inputs=("gradient of result", "x"),
            attributes={"axis": Ref("axis"), "descending": Ref("descending")},
        ),
    ),
)
