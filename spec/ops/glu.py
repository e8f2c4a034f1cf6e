"""Gated linear unit: one half of the operand times the sigmoid of the other half (clause G9)."""

from samebits.spec.families.elementwise_graphs import FORMATS, OUTGOING
from samebits.spec.families.gated import GLU, glu
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Ref

OP = Op(
    name="glu",
    op_class="graph",
    summary="the first half of x along an axis times the sigmoid of the second",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=glu,
    clauses=("R4", "S1", "G1", "G9"),
    profile="nn",
    attributes=(Attribute("axis", "the axis that is split into two halves", -1, kind="axis"),),
    graph=GLU,
    gradients=(
        Gradient(
            operand="x",
            op="glu_gradient",
            inputs=("x", OUTGOING),
            attributes={"axis": Ref("axis")},
        ),
    ),
)
