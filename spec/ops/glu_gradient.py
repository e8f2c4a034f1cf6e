"""Gradient of glu (clause G9)."""

from samebits.spec.families.elementwise_graphs import FORMATS
from samebits.spec.families.gated import GLU_GRADIENT, glu_gradient
from samebits.spec.language.declare import Attribute, Op, same_format

OP = Op(
    name="glu_gradient",
    op_class="graph",
    summary="the gradients of both halves, one behind the other",
    operands=("x", "gradient"),
    signatures=same_format(2, *FORMATS),
    shape_rule=glu_gradient,
    clauses=("R4", "S1", "G1", "G9"),
    profile="nn",
    attributes=(Attribute("axis", "the axis that is split into two halves", -1, kind="axis"),),
    graph=GLU_GRADIENT,
)
