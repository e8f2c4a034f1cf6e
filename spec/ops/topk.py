"""The first k elements of a stable sort along an axis (clause S3), with their indices."""

from samebits.spec.families.ordering import topk
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Attribute, Gradient, Op
from samebits.spec.language.graph import Ref, Sizes

OP = Op(
    name="topk",
    op_class="move",
    summary="the k largest or smallest elements along one axis, in order, and their indices",
    operands=("x",),
    results=("values", "indices"),
    signatures=tuple(((f,), (f, "i64")) for f in FORMATS),
    shape_rule=topk,
    clauses=("S2", "S3"),
    profile="reduce",
    attributes=(
        Attribute(
            "k",
            "elements to return, at most the length of the axis",
            required=True,
            kind="integer",
            least=0,
        ),
        Attribute("axis", "the axis to choose along", -1, kind="axis"),
        Attribute("largest", "the greatest elements, else the least", True, choices=(False, True)),
    ),
    gradients=(
        Gradient(
            operand="x",
            op="gather_gradient",
            inputs=("gradient of values", "indices"),
            attributes={"axis": Ref("axis"), "shape": Sizes("[*A, n, *B]")},
        ),
    ),
)
