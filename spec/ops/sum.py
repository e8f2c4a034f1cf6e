"""Sum by the balanced tree over adjacent pairs (clauses T1, R4); integer sums wrap (T3)."""

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES, total_signatures
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import reduction

OP = Op(
    name="sum",
    op_class="tree",
    summary="sum over axes by the canonical tree T1; +0 for no elements",
    operands=("x",),
    signatures=total_signatures(),
    shape_rule=reduction,
    clauses=("R4", "S1", "T1", "T2", "T3"),
    profile="reduce",
    drawn_at_smoke=True,
    attributes=AXES,
    gradients=link("sum_gradient"),
)

LANDMARKS = ReductionLandmarks(
    dense="every length", exponents=None, drawn=None, extreme=None, steps=None
)
