"""Standard deviation (clause T3): the square root of the variance in the compute format."""

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES, CORRECTION, variance
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Ref
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.signatures import tree_signatures
from samebits.spec.language.steps import deviation_of

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
