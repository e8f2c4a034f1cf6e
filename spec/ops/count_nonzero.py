"""The number of elements that are true after a cast to bool (clauses R5, T3)."""

from samebits.spec.families.reductions import AXES, signatures_to
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import reduction
from samebits.spec.language.steps import count_of

OP = Op(
    name="count_nonzero",
    op_class="tree",
    summary="the number of elements over the axes that are not zero; NaN is not a zero",
    operands=("x",),
    signatures=signatures_to("i64"),
    shape_rule=reduction,
    clauses=("R5", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
)

LANDMARKS = ReductionLandmarks(
    dense=None, exponents=None, drawn="zeros and small numbers", extreme=None, steps=count_of
)
