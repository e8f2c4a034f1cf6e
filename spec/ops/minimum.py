"""IEEE 754-2019 minimum."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="minimum",
    op_class="round",
    summary="the lesser of a and b; NaN propagates, -0 < +0",
    operands=("a", "b"),
    signatures=same_format(2, "f64", "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("S1", "S3"),
    profile="core",
)
