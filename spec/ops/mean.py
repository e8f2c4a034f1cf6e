"""Mean (clause T3): the sum T1 divided by n, n rounded to the compute format."""

from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.shapes import reduction

OP = Op(
    name="mean",
    op_class="tree",
    summary="sum T1 divided by n; of nothing NaN",
    operands=("x",),
    signatures=same_format(1, "f64", "f32", "f16", "bf16"),
    shape_rule=reduction,
    clauses=("R4", "S1", "T1", "T2", "T3"),
    profile="reduce",
    attributes=(
        Attribute("axes", "axes to reduce, flattened in row-major order (T2); None means all"),
        Attribute("keepdims", "keep reduced axes with size 1", False, choices=(False, True)),
    ),
)
