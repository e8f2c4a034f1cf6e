"""One element for each index, taken along an axis: bits are copied (clause S2)."""

from samebits.spec.families.indexing import gather, indexed_signatures
from samebits.spec.language.declare import Attribute, Gradient, Op
from samebits.spec.language.graph import Ref, Sizes

OP = Op(
    name="gather",
    op_class="move",
    summary="the elements of x at index along one axis",
    operands=("x", "index"),
    signatures=indexed_signatures(),
    shape_rule=gather,
    clauses=("S2",),
    profile="reduce",
    attributes=(Attribute("axis", "the axis that the index counts along", 0, kind="axis"),),
    gradients=(
        Gradient(
            operand="x",
            op="gather_gradient",
            inputs=("gradient of result", "index"),
            attributes={"axis": Ref("axis"), "shape": Sizes("[*A, n, *B]")},
        ),
    ),
    notes="index has the rank of x and may be smaller than x on the other axes.",
)
