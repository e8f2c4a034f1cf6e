"""Sum by the balanced tree over adjacent pairs (clause T1), in the compute format (R4)."""

from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.shapes import reduction

OP = Op(
    name="sum",
    op_class="tree",
    summary="sum over axes by the canonical tree T1; of nothing +0",
    operands=("x",),
    signatures=same_format(1, "f64", "f32", "f16", "bf16"),
    shape_rule=reduction,
    clauses=("R4", "S1", "T1", "T2"),
    profile="reduce",
    attributes=(
        Attribute("axes", "axes to reduce, flattened in row-major order (T2); None means all"),
        Attribute("keepdims", "keep reduced axes with size 1", False, choices=(False, True)),
    ),
)
