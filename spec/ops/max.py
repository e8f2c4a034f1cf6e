"""Maximum over axes (clauses S3, T3): no order can change it; of nothing an error."""

from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.shapes import nonempty_reduction

OP = Op(
    name="max",
    op_class="tree",
    summary="the S3 maximum over axes; NaN propagates, -0 < +0",
    operands=("x",),
    signatures=same_format(1, "f64", "f32", "f16", "bf16"),
    shape_rule=nonempty_reduction,
    clauses=("S1", "S3", "T2", "T3"),
    profile="reduce",
    attributes=(
        Attribute("axes", "axes to reduce, flattened in row-major order (T2); None means all"),
        Attribute("keepdims", "keep reduced axes with size 1", False, choices=(False, True)),
    ),
)
