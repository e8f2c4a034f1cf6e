"""Gradient of softmax from its result (clause G7): (g - sum T1 of g * y) * y."""

from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Ref, node
from samebits.spec.language.shapes import gradient_along_axis

OP = Op(
    name="softmax_gradient",
    op_class="graph",
    summary="(gradient - sum(gradient * result)) * result along the axis of a softmax",
    operands=("gradient", "y"),
    signatures=same_format(2, "f32", "f16", "bf16", "f64"),
    shape_rule=gradient_along_axis,
    clauses=("R4", "S1", "T1", "G1", "G2", "G7"),
    profile="nn",
    attributes=(Attribute("axis", "the axis of the softmax", -1, kind="axis"),),
    graph=Graph(
        operands=("gradient", "y"),
        nodes=(
            node("g", "cast", "gradient"),
            node("p", "cast", "y"),
            node("gp", "mul", "g", "p"),
            node("s", "sum", "gp", axes=Ref("axis"), keepdims=True),
            node("d", "sub", "g", "s"),
            node("q", "mul", "d", "p"),
            node("dx", "cast", "q", to="output"),
        ),
        results=("dx",),
    ),
    notes="y is the result of the forward op, as it was returned.",
)
