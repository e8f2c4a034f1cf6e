"""Minimum over axes (clauses S3, T3), which does not depend on order; an empty axis is an error."""

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES, extreme_signatures
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import nonempty_reduction

OP = Op(
    name="min",
    op_class="tree",
    summary="the S3 minimum over axes; NaN propagates, -0 < +0",
    operands=("x",),
    signatures=extreme_signatures(),
    shape_rule=nonempty_reduction,
    clauses=("S1", "S3", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
    gradients=link("amax_gradient", "x", "result"),
)

LANDMARKS = ReductionLandmarks(dense=None, exponents=None, drawn=None, extreme="least", steps=None)
