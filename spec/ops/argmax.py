"""Index of the maximum (clause S3): the first that holds it, a NaN being the extreme, -0 < +0."""

from samebits.spec.declare import Attribute, Op
from samebits.spec.shapes import nonempty_reduction

OP = Op(
    name="argmax",
    op_class="tree",
    summary="first row-major index over the axes that holds the S3 maximum",
    operands=("x",),
    signatures=tuple(((f,), ("i64",)) for f in ("f64", "f32", "f16", "bf16")),
    shape_rule=nonempty_reduction,
    clauses=("S3", "T2"),
    profile="reduce",
    attributes=(
        Attribute("axes", "axes to reduce, flattened in row-major order (T2); None means all"),
        Attribute("keepdims", "keep reduced axes with size 1", False, choices=(False, True)),
    ),
)
