"""Index of the first maximum along axes (clause S3); a NaN is the maximum, and -0 < +0."""

from samebits.spec.families.reductions import AXES, signatures_to
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import nonempty_reduction

OP = Op(
    name="argmax",
    op_class="tree",
    summary="first row-major index over the axes that holds the S3 maximum",
    operands=("x",),
    signatures=signatures_to("i64"),
    shape_rule=nonempty_reduction,
    clauses=("S3", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
)

LANDMARKS = ReductionLandmarks(
    dense="short lengths", exponents=None, drawn=None, extreme="greatest", steps=None
)
