"""Mean (clause T3): the sum T1 divided by n, n rounded to the compute format."""

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import reduction
from samebits.spec.language.signatures import tree_signatures
from samebits.spec.language.steps import mean_of

OP = Op(
    name="mean",
    op_class="tree",
    summary="sum T1 divided by n; NaN for no elements",
    operands=("x",),
    signatures=tree_signatures(),
    shape_rule=reduction,
    clauses=("R4", "S1", "T1", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
    gradients=link("mean_gradient"),
)

LANDMARKS = ReductionLandmarks(
    dense="short lengths", exponents=None, drawn=None, extreme=None, steps=mean_of
)
