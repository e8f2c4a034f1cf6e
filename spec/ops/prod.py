"""Product over the tree T1 (clause T3); integer products wrap."""

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES, total_signatures
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import reduction

OP = Op(
    name="prod",
    op_class="tree",
    summary="product over axes on the tree T1; 1 for no elements",
    operands=("x",),
    signatures=total_signatures(),
    shape_rule=reduction,
    clauses=("R4", "S1", "T1", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
    gradients=link("prod_gradient", "x"),
)

LANDMARKS = ReductionLandmarks(dense=None, exponents=(-1, 0), drawn=None, extreme=None, steps=None)
