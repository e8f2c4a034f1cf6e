"""Index of the first minimum along axes (clause S3); a NaN is the minimum, and -0 < +0."""

from samebits.spec.families.reductions import AXES, signatures_to
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import nonempty_reduction

OP = Op(
    name="argmin",
    op_class="tree",
    summary="first row-major index over the axes that holds the S3 minimum",
    operands=("x",),
    signatures=signatures_to("i64"),
    shape_rule=nonempty_reduction,
    clauses=("S3", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
)

LANDMARKS = ReductionLandmarks(dense=None, exponents=None, drawn=None, extreme="least", steps=None)
