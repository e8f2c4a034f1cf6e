"""Variance (clause T3): the mean first, then T1 over the squares of the rounded deviations."""

from samebits.spec.declare import Op
from samebits.spec.graph import Ref
from samebits.spec.landmarks import ReductionLandmarks
from samebits.spec.reduction_gradients import link
from samebits.spec.reductions import AXES, CORRECTION, variance
from samebits.spec.signatures import tree_signatures
from samebits.spec.steps import variance_of

OP = Op(
    name="var",
    op_class="tree",
    summary="T1 of (x - mean)^2 divided by max(0, n - correction)",
    operands=("x",),
    signatures=tree_signatures(),
    shape_rule=variance,
    clauses=("R4", "S1", "T1", "T2", "T3"),
    profile="reduce",
    attributes=(*AXES, CORRECTION),
    gradients=link("var_gradient", "x", correction=Ref("correction")),
)

LANDMARKS = ReductionLandmarks(
    dense=None, exponents=(-4, 3), drawn=None, extreme=None, steps=variance_of
)
