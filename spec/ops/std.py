"""Standard deviation (clause T3): the square root of the variance in the compute format."""

from samebits.spec.declare import Op
from samebits.spec.graph import Ref
from samebits.spec.landmarks import ReductionLandmarks
from samebits.spec.reduction_gradients import link
from samebits.spec.reductions import AXES, CORRECTION, variance
from samebits.spec.signatures import tree_signatures
from samebits.spec.steps import deviation_of

OP = Op(
    name="std",
    op_class="tree",
    summary="square root of the variance, which stays in the compute format",
    operands=("x",),
    signatures=tree_signatures(),
    shape_rule=variance,
    clauses=("R4", "S1", "T1", "T2", "T3"),
    profile="reduce",
    attributes=(*AXES, CORRECTION),
    gradients=link("std_gradient", "x", "result", correction=Ref("correction")),
)

LANDMARKS = ReductionLandmarks(
    dense=None, exponents=(-4, 3), drawn=None, extreme=None, steps=deviation_of
)
