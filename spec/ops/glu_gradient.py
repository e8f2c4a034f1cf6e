"""Gradient of glu (clause G9)."""

from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.elementwise_graphs import FORMATS
from samebits.spec.gated import GLU_GRADIENT, glu_gradient

OP = Op(
    name="glu_gradient",
    op_class="graph",
    summary="the gradients of both halves, one behind the other",
    operands=("x", "gradient"),
    signatures=same_format(2, *FORMATS),
    shape_rule=glu_gradient,
    clauses=("R4", "S1", "G1", "G9"),
    profile="nn",
    attributes=(Attribute("axis", "the axis whose halves they are", -1, kind="axis"),),
    graph=GLU_GRADIENT,
)
