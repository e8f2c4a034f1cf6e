"""Variance (clause T3): the mean, then the sum T1 of the squares of rounded deviations."""

from samebits.spec.families.reduction_gradients import link
from samebits.spec.families.reductions import AXES, CORRECTION, variance
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Ref
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.signatures import tree_signatures
from samebits.spec.language.steps import variance_of

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
